use npuzzle::Board;

const START: Board<2> = Board::new([[[1, 2], [2, 0]]]);

fn main() {
    println!("{}", START);
}
