//! Searches and their units, as the text that they are stored as.

use core::marker::PhantomData;

use serde_core::de::{Deserialize, Deserializer};
use serde_core::ser::{Error, Serialize, Serializer};

use super::Text;
use crate::solve::{Search, SearchUnit};

macro_rules! as_stored_text {
    ($expecting:literal, $type:ty) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let text = self.to_text().map_err(S::Error::custom)?;
                serializer.serialize_str(&text)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(Text($expecting, PhantomData))
            }
        }
    };
}

as_stored_text!("a stored search", Search);
as_stored_text!("a stored unit of a search", SearchUnit);
