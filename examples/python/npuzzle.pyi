"""Types of the module `npuzzle`; its docstrings are in the module itself."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal, Protocol, SupportsIndex, TypeAlias, final, overload

__all__ = [
    "Board",
    "NoSolution",
    "Solution",
    "Stopped",
    "Unsolvable",
    "Verdict",
    "__version__",
    "apply",
    "at_distance",
    "distance",
    "legal_moves",
    "random",
    "solve",
    "solve_many",
    "verify",
]
__version__: str

class _Array(Protocol):
    def __array__(self) -> Any: ...

_Rows: TypeAlias = Sequence[Sequence[SupportsIndex]] | Sequence[Sequence[Sequence[SupportsIndex]]]
_Board: TypeAlias = Board | str | _Rows | _Array
_Moves: TypeAlias = str | Iterable[str]
_Shape: TypeAlias = str | int | tuple[int, int] | tuple[int, int, int]
_Metric: TypeAlias = Literal["stm", "mtm"]

@final
class Board:
    def __new__(cls, source: _Board) -> Board: ...
    @property
    def shape(self) -> tuple[int, int] | tuple[int, int, int]: ...
    def tolist(self) -> list[Any]: ...
    def is_solved(self, goal: _Board | None = None) -> bool: ...
    def is_solvable(self, goal: _Board | None = None) -> bool: ...
    def why(self, goal: _Board | None = None) -> str: ...
    def manhattan(self, goal: _Board | None = None) -> int: ...
    def legal_moves(self) -> list[str]: ...
    def apply(self, moves: _Moves) -> Board: ...
    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Board], tuple[str]]: ...

@final
class Solution:
    @property
    def moves(self) -> str: ...
    @property
    def length(self) -> int: ...
    @property
    def slides(self) -> int: ...
    @property
    def lower_bound(self) -> int: ...
    @property
    def optimal(self) -> bool: ...
    @property
    def expanded(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    @property
    def setup_seconds(self) -> float: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...

@final
class Verdict:
    @property
    def solved(self) -> bool: ...
    @property
    def reason(self) -> str | None: ...
    @property
    def length(self) -> int: ...
    @property
    def slides(self) -> int: ...
    def __bool__(self) -> bool: ...

class NoSolution(Exception): ...
class Unsolvable(NoSolution): ...

class Stopped(NoSolution):
    reason: Literal["time", "nodes"]
    best: str | None
    lower_bound: int
    expanded: int

def random(shape: _Shape, *, seed: int | None = None, goal: _Board | None = None) -> Board: ...
def legal_moves(board: _Board) -> list[str]: ...
def apply(board: _Board, moves: _Moves) -> Board: ...
def verify(board: _Board, moves: _Moves, *, goal: _Board | None = None) -> Verdict: ...
def solve(
    board: _Board,
    *,
    quality: str = "optimal",
    metric: _Metric = "stm",
    goal: _Board | None = None,
    timeout: float | None = None,
    max_nodes: int | None = None,
    threads: int | None = None,
    memory: int | None = None,
) -> Solution: ...
def distance(
    board: _Board,
    *,
    metric: _Metric = "stm",
    goal: _Board | None = None,
    timeout: float | None = None,
    max_nodes: int | None = None,
    threads: int | None = None,
    memory: int | None = None,
) -> int: ...
@overload
def solve_many(
    boards: Iterable[_Board] | _Array,
    *,
    quality: str = "optimal",
    metric: _Metric = "stm",
    goal: _Board | None = None,
    timeout: float | None = None,
    max_nodes: int | None = None,
    threads: int | None = None,
    memory: int | None = None,
    return_exceptions: Literal[False] = False,
) -> list[Solution]: ...
@overload
def solve_many(
    boards: Iterable[_Board] | _Array,
    *,
    quality: str = "optimal",
    metric: _Metric = "stm",
    goal: _Board | None = None,
    timeout: float | None = None,
    max_nodes: int | None = None,
    threads: int | None = None,
    memory: int | None = None,
    return_exceptions: bool,
) -> list[Solution | Unsolvable | Stopped]: ...
def at_distance(
    shape: _Shape,
    distance: int,
    *,
    seed: int | None = None,
    metric: _Metric = "stm",
    goal: _Board | None = None,
    timeout: float | None = None,
    max_nodes: int | None = None,
) -> Board: ...
