use npuzzle::Board;

const HUGE: Board<300> = Board::solved();

fn main() {
    println!("{}", HUGE);
}
