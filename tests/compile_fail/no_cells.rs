use npuzzle::Board;

const EMPTY: Board<3, 0> = Board::solved();

fn main() {
    println!("{}", EMPTY);
}
