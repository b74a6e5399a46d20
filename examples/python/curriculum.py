"""A gymnasium environment: boards at an exact distance, which grows as the agent learns."""

from collections import deque
from typing import Any, TypeAlias

import gymnasium as gym
import npuzzle
import numpy as np
from numpy.typing import NDArray

MOVES = "UDLR"
Observation: TypeAlias = NDArray[np.uint16]


class SlidingPuzzle(gym.Env[Observation, int]):
    """Solve a board. An action is an index of "UDLR"; an illegal move changes nothing.

    The reward is the number of moves by which the goal comes nearer: 1 for a move of a shortest
    solution, -1 for a detour. Once 9 of the last 10 boards were solved, boards are a move farther.
    """

    def __init__(self, shape: str = "3x3", distance: int = 1) -> None:
        self.shape, self.distance = shape, distance
        self.board = npuzzle.random(shape)
        self.moves_left = 0
        self.solved: deque[bool] = deque(maxlen=10)
        most = np.asarray(self.board).size - 1
        self.observation_space = gym.spaces.Box(0, most, self.board.shape, np.uint16)
        self.action_space = gym.spaces.Discrete(len(MOVES))  # type: ignore[assignment]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(2**63))
        while True:
            try:
                self.board = npuzzle.at_distance(self.shape, self.distance, seed=drawn, max_nodes=10_000_000)
                break
            except (ValueError, npuzzle.Stopped):  # no board is as far, or none was found
                if self.distance == 0:
                    raise
                self.distance -= 1
        self.moves_left = 2 * self.distance + 10
        return np.asarray(self.board), {"distance": self.distance}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        before = npuzzle.distance(self.board)
        if MOVES[action] in self.board.legal_moves():
            self.board = self.board.apply(MOVES[action])
        distance = npuzzle.distance(self.board)
        self.moves_left -= 1
        is_late = self.moves_left == 0 and distance > 0
        if distance == 0 or is_late:
            self.solved.append(distance == 0)
            if sum(self.solved) >= 9:
                self.distance += 1
                self.solved.clear()
        return np.asarray(self.board), before - distance, distance == 0, is_late, {"distance": distance}


if __name__ == "__main__":
    env = SlidingPuzzle()
    for episode in range(100):
        env.reset(seed=episode)
        over = False
        while not over:  # the teacher: replace it by your agent
            move = npuzzle.solve(env.board).moves[0]
            step = env.step(MOVES.index(move))
            over = step[2] or step[3]
    print(f"boards are now {env.distance} moves from the goal")
