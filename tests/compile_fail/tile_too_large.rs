use npuzzle::Board;

const START: Board<2> = Board::new([[[1, 2], [4, 0]]]);

fn main() {
    println!("{}", START);
}
