"""A gymnasium environment: boards at an exact distance, which grows as the agent learns.

>>> import gymnasium
>>> import npuzzle.gym
>>> env = gymnasium.make("npuzzle/Sliding-v0", shape="3x3", distance=5)
"""

from collections import deque
from typing import Any

import gymnasium
import npuzzle
import numpy as np
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray

__all__ = ["SlidingPuzzle"]


class SlidingPuzzle(gymnasium.Env[NDArray[np.uint16], np.int64]):
    """Solve a board. An action is an index of "UDLR", in a box of "UDLRFB"; an illegal one changes nothing.

    The reward is the number of moves by which the goal comes nearer: 1 for a move of a shortest solution, -1 for a
    detour. Once 9 of the last 10 boards were solved, boards are a move farther. `info` has the distance of the board,
    and the legal actions as an `action_mask`. `reset(options={"distance": 7})` chooses the distance.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(self, shape: str = "3x3", distance: int = 1, render_mode: str | None = None) -> None:
        self.shape, self.distance, self.render_mode = shape, distance, render_mode
        self.board = npuzzle.random(shape, seed=0)
        self.moves = "UDLR" if len(self.board.shape) == 2 else "UDLRFB"
        self.left = self.moves_left = 0  # to the goal, and until the episode is cut
        self.solved: deque[bool] = deque(maxlen=10)
        self.observation_space = Box(0, len(self.board) - 1, self.board.shape, np.uint16)
        self.action_space = Discrete(len(self.moves))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint16], dict[str, Any]]:
        super().reset(seed=seed)
        self.distance = (options or {}).get("distance", self.distance)
        drawn = int(self.np_random.integers(2**63))
        while True:
            try:
                self.board = npuzzle.at_distance(self.shape, self.distance, seed=drawn, max_nodes=10_000_000)
                break
            except (ValueError, npuzzle.Stopped):  # no board is as far, or none was found
                if self.distance == 0:
                    raise
                self.distance -= 1
        self.left, self.moves_left = self.distance, 2 * self.distance + 10
        return np.asarray(self.board), self._info()

    def step(self, action: np.int64) -> tuple[NDArray[np.uint16], float, bool, bool, dict[str, Any]]:
        before, move = self.left, self.moves[action]
        if move in self.board.legal_moves():
            self.board = self.board.apply(move)
            self.left = npuzzle.distance(self.board)
        self.moves_left -= 1
        is_solved, is_late = self.left == 0, self.moves_left == 0 and self.left > 0
        if is_solved or is_late:
            self.solved.append(is_solved)
            if sum(self.solved) >= 9:
                self.distance += 1
                self.solved.clear()
        return np.asarray(self.board), float(before - self.left), is_solved, is_late, self._info()

    def render(self) -> str:
        return str(self.board).replace("/", "\n")

    def _info(self) -> dict[str, Any]:
        legal = self.board.legal_moves()
        mask = np.array([move in legal for move in self.moves], np.int8)
        return {"distance": self.left, "action_mask": mask}


gymnasium.register(id="npuzzle/Sliding-v0", entry_point="npuzzle.gym:SlidingPuzzle")
