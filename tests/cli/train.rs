//! `npuzzle train`.

use npuzzle::Shape;
use npuzzle::train::{PairTraining, PairWeights};

use super::{Scratch, complaint, npuzzle};

#[test]
fn weights_are_trained_by_seed_and_kept() {
    let scratch = Scratch::new("train");
    let folder = scratch.path();
    let file = format!("{folder}/some.weights");
    let few = ["5x5", "5x6", "--rounds", "1", "--games", "3", "--seed", "4"];
    let output = npuzzle("train")
        .args(few)
        .args(["--out", &file, "--cache", &folder])
        .output()
        .expect("ended");
    assert!(output.status.success(), "{output:?}");
    assert!(complaint(&output).starts_with("round 1: "), "{output:?}");

    let shapes = [5, 6].map(|cols| Shape::rectangle(5, cols).expect("a shape"));
    let training = PairTraining::new(&shapes, 4).expect("shapes with pairs");
    let mut training = training.with_games(3);
    while training.advance().expect("memory").rounds < 1 {}
    let weights = PairWeights::load(&file).expect("weights");
    assert_eq!(weights, training.weights());
    for &shape in &shapes {
        let kept = PairWeights::load(PairWeights::file_in(&folder, shape));
        assert_eq!(kept.expect("weights"), weights);
    }

    let more = format!("{folder}/more.weights");
    let output = npuzzle("train")
        .args(few)
        .args(["--from", &file, "--out", &more])
        .output()
        .expect("ended");
    assert!(output.status.success(), "{output:?}");
    let training = PairTraining::new(&shapes, 4).expect("shapes with pairs");
    let mut training = training.with_games(3).with_weights(&weights);
    let rounds = training.progress().rounds;
    while training.advance().expect("memory").rounds == rounds {}
    let more = PairWeights::load(&more).expect("weights");
    assert_eq!(more, training.weights());
    assert_ne!(more, weights);
}

#[test]
fn shapes_without_pairs_are_refused() {
    let output = npuzzle("train").args(["4x4", "--out", "-"]).output();
    let output = output.expect("ended");
    assert_eq!(output.status.code(), Some(2));
    assert!(complaint(&output).contains("4 x 4"), "{output:?}");
}
