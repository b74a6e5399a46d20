"""Tests of the installed package: `pytest` in this folder; `.ci/python` installs it."""

import copy
import doctest
import pickle
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import npuzzle
import numpy as np
import pytest
from npuzzle import Board

HARD = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1"  # 80 moves
EASY = "1 2 3/0 4 6/7 5 8"  # LUL


@pytest.mark.parametrize(
    "source",
    [
        "1 2 3/4 5 0",
        [[1, 2, 3], [4, 5, 0]],
        ((1, 2, 3), (4, 5, 0)),
        np.array([[1, 2, 3], [4, 5, 0]], np.uint8),
        np.array([[1, 4], [2, 5], [3, 0]]).T,  # not contiguous
        [np.array([1, 2, 3]), np.array([4, 5, 0])],
        Board("1 2 3/4 5 0"),
    ],
)
def test_a_board_in_any_form(source: Any) -> None:
    board = Board(source)
    assert str(board) == "1 2 3/4 5 0"
    assert repr(board) == 'Board("1 2 3/4 5 0")'
    assert board.shape == (2, 3)
    assert board.tolist() == [[1, 2, 3], [4, 5, 0]]
    assert board.is_solved() and board.is_solvable()


def test_boxes_have_layers_first() -> None:
    box = Board(np.arange(8).reshape(2, 2, 2))
    assert box == Board("0 1/2 3//4 5/6 7") == Board([[[0, 1], [2, 3]], [[4, 5], [6, 7]]])
    assert box.shape == (2, 2, 2) and box.tolist() == [[[0, 1], [2, 3]], [[4, 5], [6, 7]]]
    assert npuzzle.random("3x2x4", seed=1).shape == npuzzle.random((4, 3, 2), seed=1).shape == (4, 3, 2)


def test_boards_are_values() -> None:
    board = npuzzle.random(5, seed=3)
    assert {board: 1}[Board(str(board))] == 1
    assert board != Board.__call__("1 2/3 0") and board != 7
    for twin in [pickle.loads(pickle.dumps(board)), copy.deepcopy(board), Board(np.asarray(board))]:
        assert twin == board
    assert np.asarray(board).dtype == np.uint16
    assert np.asarray(board, dtype=np.int64).tolist() == board.tolist()
    with pytest.raises(ValueError, match="copy"):
        np.asarray(board, copy=False)


NO_BOARDS: list[tuple[Any, str]] = [
    ("1 2/3 x", "'x' at byte 6"),
    ("1 2 3/4 5", "row 2: 2 tiles, but the first row has 3"),
    ("1 2/2 0", "row 2: tile 2 appears twice"),
    ("1" * 1_000_000, "1 number, no square"),
    ("", "no tiles"),
    ([], "shape [0]"),
    ([[]], "no cells"),
    ([1, 2, 3, 0], "row 1: expected a list, found 1"),
    ([[1, 2], 3], "row 2: expected a list, found 3"),
    ([[1, 2, 3], [4, 0]], "row 2: 2 columns, but the first has 3"),
    ([[1, 2], [3, 2.5]], "row 2, column 2: 2.5 is not an integer"),
    ([[1, 2], [3, None]], "row 2, column 2: None is not an integer"),
    ([["1", 2], [3, 0]], "row 1, column 1: '1' is not an integer"),
    (np.zeros((300, 300), np.uint8), "more than 65536 cells"),
    ([[1, 2], [3, 10**30]], "row 2, column 2: 1000000000000000000000000000000 is too large"),
    ([[1, 2], [-3, 0]], "row 2: tile -3 is not one of 0 to 3"),
    ([[1, 2], [3, 3]], "row 2: tile 3 appears twice"),
    ([[1, 2], [4, 0]], "row 2: tile 4 is not one of 0 to 3"),
    ([[[1, 2], [3, 4]], [[5, 6], [7]]], "layer 2, row 2: 1 columns, but the first has 2"),
    ([[[1, 2], [3, 4]], [[5, 6], [6, 0]]], "layer 2, row 2: tile 6 appears twice"),
    ([range(10**9)], "more than 65536 cells"),
    ([range(400)] * 400, "more than 65536 cells"),
    (np.zeros((2, 2)), "an array of float64: tiles are integers"),
    (np.array([[True, False]]), "an array of bool"),
    (np.array([["1", "0"]]), "tiles are integers"),
    (np.arange(4), "an array of shape [4]: expected [rows, columns]"),
    (np.zeros((1, 1, 1, 1), int), "an array of shape [1, 1, 1, 1]"),
    (np.zeros((0, 4), int), "no cells"),
    (np.array([[1, 2], [3, 3]]), "row 2: tile 3 appears twice"),
    (np.array([[1, 2], [3, 2**64 - 1]], np.uint64), "too large"),
]


@pytest.mark.parametrize("source, message", NO_BOARDS)
def test_what_is_no_board(source: Any, message: str) -> None:
    readers: list[Callable[[Any], object]]
    readers = [Board, npuzzle.solve, npuzzle.legal_moves, lambda board: npuzzle.verify(board, "")]
    for read in readers:
        with pytest.raises(ValueError) as error:
            read(source)
        assert message in str(error.value)


WRONG: list[tuple[type[Exception], str, Callable[[], Any]]] = [
    (TypeError, "not int", lambda: Board(7)),  # type: ignore[arg-type]
    (TypeError, "not NoneType", lambda: npuzzle.solve(None)),  # type: ignore[arg-type]
    (TypeError, "one board", lambda: npuzzle.solve_many(EASY)),
    (TypeError, "one board", lambda: npuzzle.solve_many(Board(EASY))),
    (TypeError, "not iterable", lambda: npuzzle.solve_many(7)),  # type: ignore[call-overload]
    (ValueError, "boards[1]: row 2: tile 2 appears twice", lambda: npuzzle.solve_many([EASY, "1 2/2 0"])),
    (ValueError, "boards[1]: row 2", lambda: npuzzle.solve_many(np.array([[[1, 2], [3, 0]], [[1, 2], [3, 3]]]))),
    (ValueError, "an array of shape [3, 16]: expected [n, rows, columns]", lambda: npuzzle.solve_many(np.zeros((3, 16), int))),
    (ValueError, "float64", lambda: npuzzle.solve_many(np.zeros((3, 4, 4)))),
    (ValueError, "boards[1]: the goal is 3 x 3 but", lambda: npuzzle.solve_many([EASY, "1 2/3 0"], goal=EASY)),
    (ValueError, "a quality is", lambda: npuzzle.solve(EASY, quality="good")),
    (ValueError, "a metric is", lambda: npuzzle.solve(EASY, metric="turns")),  # type: ignore[arg-type]
    (ValueError, "a goal is", lambda: npuzzle.solve(EASY, goal="spiral")),
    (ValueError, "the goal is 2 x 2 but the board is 3 x 3", lambda: npuzzle.solve(EASY, goal="1 2/3 0")),
    (ValueError, "the goal is 2 x 2", lambda: Board(EASY).is_solvable(goal="1 2/3 0")),
    (ValueError, "timeout=-1", lambda: npuzzle.solve(EASY, timeout=-1)),
    (ValueError, "timeout=NaN", lambda: npuzzle.solve(EASY, timeout=float("nan"))),
    (ValueError, "-1 is negative", lambda: npuzzle.solve(EASY, max_nodes=-1)),
    (ValueError, "too large", lambda: npuzzle.random(4, seed=2**64)),
    (ValueError, "a shape is", lambda: npuzzle.random((4,))),  # type: ignore[arg-type]
    (ValueError, "4x4 or 3x3x3", lambda: npuzzle.random("4y4")),
    (ValueError, "cells", lambda: npuzzle.random(1000)),
    (ValueError, "31 are always enough", lambda: npuzzle.at_distance("3x3", 32)),
    (ValueError, "move 1: no tile can move L", lambda: npuzzle.apply("1 2/3 0", "L")),
    (ValueError, "'X' at byte 1", lambda: npuzzle.apply(EASY, "LX")),
]


@pytest.mark.parametrize("kind, message, call", WRONG)
def test_bad_input_names_the_place(kind: type[Exception], message: str, call: Callable[[], Any]) -> None:
    with pytest.raises(kind) as error:
        call()
    assert message in str(error.value)


def test_solutions() -> None:
    solution = npuzzle.solve(EASY)
    assert (solution.moves, len(solution.moves), str(solution)) == ("LUL", 3, "LUL (3 moves, optimal)")
    assert (solution.length, len(solution), solution.lower_bound, solution.optimal) == (3, 3, 3, True)
    assert npuzzle.apply(EASY, solution.moves).is_solved()
    solved = npuzzle.solve("1 2/3 0")
    assert solved and len(solved) == 0
    hard = npuzzle.solve(Board("8 6 7/2 5 4/3 0 1"), metric="mtm", goal="blank-last")
    assert (hard.length, hard.slides, hard.optimal) == (20, 20, True)
    assert len(hard.moves) > 20
    snail = npuzzle.solve("1 2 3/8 4 0/7 6 5", goal="snail")
    assert snail.moves == "R"
    assert npuzzle.solve("2 1/0 3", goal=[[0, 2], [3, 1]]).optimal
    fast = npuzzle.solve(npuzzle.random(20, seed=1), quality="fast")
    assert fast.length > fast.lower_bound and not fast.optimal and fast.seconds > 0
    near = npuzzle.solve(npuzzle.random(4, seed=1), quality="within=1.2")
    assert near.length <= 1.2 * near.lower_bound


def test_distances() -> None:
    for distance in [0, 1, 17, 31]:
        board = npuzzle.at_distance("3x3", distance, seed=distance)
        assert npuzzle.distance(board) == len(npuzzle.solve(board).moves) == distance
        assert board == npuzzle.at_distance((3, 3), distance, seed=distance)
    board = npuzzle.at_distance("4x4", 25, seed=7, goal="snail")
    assert npuzzle.distance(board, goal="snail") == 25
    # Each move changes the distance by one.
    board = npuzzle.random("3x3", seed=5)
    around = {npuzzle.distance(board.apply(move)) - npuzzle.distance(board) for move in board.legal_moves()}
    assert around <= {-1, 1}
    assert board.manhattan() <= npuzzle.distance(board)


def test_random_boards_follow_the_seed() -> None:
    import random

    assert str(npuzzle.random("3x3", seed=0)) == str(npuzzle.random("3x3", seed=np.int64(0)))  # type: ignore[arg-type]
    random.seed(1)
    first = npuzzle.random(4)
    random.seed(1)
    assert npuzzle.random(4) == first != npuzzle.random(4)
    assert all(npuzzle.random("2x3", seed=seed, goal="snail").is_solvable("snail") for seed in range(50))


@pytest.mark.parametrize(
    "moves, solved, reason",
    [
        ("LUL", True, None),
        (["L", "U", "L"], True, None),
        ("L U L", True, None),
        ("LULRL", True, None),
        ("", False, "the moves end in 1 2 3/0 4 6/7 5 8, not in the goal"),
        ("LLL", False, "move 3: no tile can move L"),
        ("I think it is LUL", False, "'I' at byte 0"),
        ("L" * 10_000_000, False, "move 3"),
        ("L99999999999999999999", False, "byte 1"),
    ],
)
def test_verdicts(moves: Any, solved: bool, reason: str | None) -> None:
    verdict = npuzzle.verify(EASY, moves)
    assert bool(verdict) == verdict.solved == solved
    assert (verdict.reason is None) if reason is None else (reason in (verdict.reason or ""))


def test_the_kinds_of_failure() -> None:
    with pytest.raises(npuzzle.Unsolvable, match="swapping tiles 7 and 8"):
        npuzzle.solve("1 2 3/4 5 6/8 7 0")
    with pytest.raises(npuzzle.Stopped, match="at least 6.* moves") as stopped:
        npuzzle.solve(HARD, max_nodes=1000)
    known = stopped.value
    assert (known.reason, known.best, known.expanded) == ("nodes", None, 1000)
    assert 60 < known.lower_bound <= 80
    with pytest.raises(npuzzle.Stopped) as stopped:
        npuzzle.solve(npuzzle.random(6, seed=1), timeout=0.1)
    assert stopped.value.reason == "time"
    with pytest.raises(npuzzle.Stopped) as stopped:
        npuzzle.at_distance("5x5", 130, seed=1, max_nodes=1000)
    assert stopped.value.reason == "nodes"
    assert issubclass(npuzzle.Stopped, npuzzle.NoSolution) and issubclass(npuzzle.Unsolvable, npuzzle.NoSolution)


def test_many_boards() -> None:
    boards = [npuzzle.random("3x3", seed=seed) for seed in range(200)]
    expected = [npuzzle.solve(board).moves for board in boards]
    stack = np.stack([np.asarray(board) for board in boards])
    for given in [boards, [str(board) for board in boards], stack, stack.astype(np.uint8), stack.tolist()]:
        for threads in [1, 2]:
            assert [it.moves for it in npuzzle.solve_many(given, threads=threads)] == expected
    assert npuzzle.solve_many(iter(boards[:1]))[0].moves == expected[0]
    assert npuzzle.solve_many([]) == [] == npuzzle.solve_many(np.zeros((0, 3, 3), int))
    mixed = [EASY, "1 2 3/4 5 6/8 7 0", HARD]
    results = npuzzle.solve_many(mixed, max_nodes=1000, return_exceptions=True)
    assert [type(it).__name__ for it in results] == ["Solution", "Unsolvable", "Stopped"]
    with pytest.raises(npuzzle.Unsolvable, match=r"^boards\[1\]: Inversions"):
        npuzzle.solve_many(mixed, max_nodes=1000)


LONG: list[Callable[[], object]] = [
    lambda: npuzzle.solve(npuzzle.random(7, seed=1)),  # takes years
    lambda: npuzzle.solve_many([npuzzle.random(7, seed=1)] * 8),
    lambda: npuzzle.at_distance("4x4", 78),  # may never end
]


@pytest.mark.parametrize("search", LONG)
def test_ctrl_c_stops_a_search(search: Callable[[], object]) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    began = time.monotonic()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        search()
    assert 0.2 < time.monotonic() - began < 5


@pytest.mark.parametrize("many", [False, True])
def test_other_threads_run_meanwhile(many: bool) -> None:
    board, ticks = npuzzle.random(6, seed=1), 0
    with pytest.raises(npuzzle.Stopped):
        over = threading.Event()

        def tick() -> None:
            nonlocal ticks
            while not over.wait(0.01):
                ticks += 1

        thread = threading.Thread(target=tick)
        thread.start()
        try:
            npuzzle.solve_many([board], timeout=0.5) if many else npuzzle.solve(board, timeout=0.5)
        finally:
            over.set()
            thread.join()
    assert ticks > 5


def test_the_examples_of_the_docs() -> None:
    folder = Path(__file__).parent.parent
    assert doctest.testfile(str(folder / "README.md"), False, optionflags=doctest.ELLIPSIS).failed == 0
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    for name in ["", *npuzzle.__all__]:
        docs = (getattr(npuzzle, name) if name else npuzzle).__doc__ or ""
        assert docs
        runner.run(parser.get_doctest(docs, {"npuzzle": npuzzle}, name, None, None))
    assert runner.summarize().failed == 0 and runner.tries > 5


def test_the_curriculum() -> None:
    checker = pytest.importorskip("gymnasium.utils.env_checker")
    from curriculum import MOVES, SlidingPuzzle

    env = SlidingPuzzle(distance=40)  # farther than any board
    env.reset(seed=1)
    assert env.distance == 31
    env = SlidingPuzzle(distance=3)
    checker.check_env(env, skip_render_check=True)
    env.distance = 3
    env.solved.clear()
    for _ in range(9):
        assert env.reset()[1] == {"distance": 3}
        rewards = [env.step(MOVES.index(move))[1] for move in npuzzle.solve(env.board).moves]
        assert rewards == [1, 1, 1]
    assert env.distance == 4
    env.reset()
    detour = next(move for move in env.board.legal_moves() if npuzzle.distance(env.board.apply(move)) == 5)
    assert env.step(MOVES.index(detour))[1] == -1
