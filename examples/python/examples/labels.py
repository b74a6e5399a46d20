"""Labels for a value network: boards with their exact distances, and the targets of value iteration.

It trains nothing. Replace `network` by yours; `python labels.py` prints how good the labels are.
"""

from collections.abc import Callable, Iterator

import npuzzle
import numpy as np
from numpy.typing import NDArray

Boards = NDArray[np.uint16]
Network = Callable[[Boards], NDArray[np.floating]]


def one_hot(boards: Boards) -> NDArray[np.float32]:
    """The input of a network: for each cell a row with a 1 for its tile."""
    tiles = boards.reshape(len(boards), -1)
    return np.eye(tiles.shape[1], dtype=np.float32)[tiles]


def exact(shape: str, size: int, rng: np.random.Generator) -> Iterator[tuple[Boards, NDArray[np.uint8]]]:
    """Batches of boards with their distances, every distance equally often; for shapes of up to 10 cells."""
    distances = npuzzle.distances(shape)  # by rank; 255 where the goal can't be reached
    ranks = [np.flatnonzero(distances == moves) for moves in range(distances[distances < 255].max() + 1)]
    while True:
        moves = rng.integers(len(ranks), size=size)
        chosen = np.array([rng.choice(ranks[it]) for it in moves], np.uint64)
        yield npuzzle.unrank(shape, chosen), distances[chosen]


def solved_boards(shape: str, count: int) -> tuple[Boards, NDArray[np.uint8]]:
    """Random boards with their distances, each by a search: for larger shapes."""
    boards = np.stack([np.asarray(npuzzle.random(shape, seed=seed)) for seed in range(count)])
    solutions = npuzzle.solve_many(boards)
    return boards, np.array([solution.length for solution in solutions], np.uint8)


def bootstrapped(boards: Boards, network: Network) -> NDArray[np.floating]:
    """Targets without a search: one move more than the best child, but 0 for the goal."""
    children, legal = npuzzle.neighbours(boards)
    values = np.full(legal.shape, np.inf)
    values[legal] = network(children[legal])  # one call for the children of all boards
    is_goal = npuzzle.heuristic("manhattan", boards) == 0
    bound = npuzzle.heuristic("linear-conflict", boards)  # the targets never fall below a proved bound
    return np.where(is_goal, 0, np.maximum(1 + values.min(axis=1), bound))


if __name__ == "__main__":
    distances = npuzzle.distances("3x3")

    def network(boards: Boards) -> NDArray[np.floating]:
        """Stands for a network that has learned everything."""
        return distances[npuzzle.rank(boards)].astype(np.float32)

    boards, labels = next(exact("3x3", 1000, np.random.default_rng(1)))
    print(f"input {one_hot(boards).shape}, labels 0 to {labels.max()}, mean {labels.mean():.1f}")
    for name in ["manhattan", "linear-conflict", "walking-distance", "patterns"]:
        gap = labels - npuzzle.heuristic(name, boards).astype(float)  # type: ignore[arg-type]
        print(f"{name}: {gap.mean():.2f} below the label, never above: {gap.min() >= 0}")
    assert (bootstrapped(boards, network) == labels).all()
    print(f"15-puzzle: {solved_boards('4x4', 10)[1].tolist()}")
