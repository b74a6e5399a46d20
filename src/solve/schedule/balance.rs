//! The work of a proof beside that of beams.

/// The share of the proof beside the beams.
#[derive(Clone, Copy, Debug)]
pub(super) struct Balance {
    /// The proof leads until it has had this part of the race's budget.
    pub(super) lead: Option<u64>,
    /// While the proof leads: the number of times that the beams' work goes into it.
    pub(super) proof_to_beams: u64,
    /// The number of times that the proof's work goes into beams after that.
    pub(super) beams_to_proof: u64,
    /// The price of an expansion by a beam, in expansions of the proof.
    pub(super) beam_price: u64,
}

impl Balance {
    /// Returns the work of the proof before the next beam, given the beams' work.
    pub(super) const fn proof_due(self, budget: u64, beams: u64) -> u64 {
        let first = match self.lead {
            Some(part) => budget / part,
            None => 0,
        };
        let together = self.proof_to_beams.saturating_mul(beams);
        if together <= first {
            together
        } else {
            first + (beams - first / self.proof_to_beams) / self.beams_to_proof
        }
    }
}
