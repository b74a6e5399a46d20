"""Tests of the installed package: `pytest` in this folder; `.ci/python` installs it."""

import copy
import doctest
import math
import multiprocessing
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import npuzzle
import numpy as np
import pytest
from npuzzle import Board

FOLDER = Path(__file__).parent.parent
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
    ("1 2/3 y", "'y' at byte 6"),
    ("1 2 3/4 5", "row 2: 2 tiles, but the first row has 3"),
    ("1 2/2 0", "row 2: tile 2 appears twice"),
    ("1" * 1_000_000, "sign '1' appears twice"),
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
    (np.zeros((2, 2)), "an array of float64: expected integers"),
    (np.array([[True, False]]), "an array of bool"),
    (np.array([["1", "0"]]), "expected integers"),
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
    assert npuzzle.apply(EASY, solution.moves).is_solved() and npuzzle.apply("1 2/0 3", "3").is_solved()
    assert repr(npuzzle.verify("1 2/0 3", "L")) == "<Verdict: solved in 1 move>"
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
        ("", False, "the list of moves is empty"),
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
    with pytest.raises(npuzzle.Unsolvable, match=r"^boards\[1\]: inversions"):
        npuzzle.solve_many(mixed, max_nodes=1000)


LONG: list[Callable[[], object]] = [
    lambda: npuzzle.solve(npuzzle.random(7, seed=1)),  # takes years
    lambda: npuzzle.solve_many([npuzzle.random(7, seed=1)] * 8),
    lambda: npuzzle.at_distance("4x4", 78),  # may never end
    lambda: npuzzle.distances("3x4"),
    lambda: npuzzle.heuristic("patterns", np.tile(np.asarray(npuzzle.random(4, seed=1)), (2_000_000, 1, 1))),
]


@pytest.mark.parametrize("search", LONG)
def test_ctrl_c_stops_a_search(search: Callable[[], object]) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
    began = time.process_time()  # does not depend on load
    with pytest.raises(KeyboardInterrupt):
        threading.Timer(0.3, signal.raise_signal, [signal.SIGINT]).start()
        search()
    assert time.process_time() - began < 5


@pytest.mark.parametrize("many", [False, True])
def test_other_threads_run_meanwhile(many: bool) -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)
    board = npuzzle.random(6, seed=1)

    def tick() -> None:
        for _ in range(6):
            time.sleep(0.01)
        signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):  # not `Stopped`: the other thread ends the search
        threading.Thread(target=tick).start()
        npuzzle.solve_many([board], timeout=60) if many else npuzzle.solve(board, timeout=60)


def test_boards_are_sequences() -> None:
    board = Board("1 2 3/4 0 5")
    assert (len(board), list(board), board.blank) == (6, [1, 2, 3, 4, 0, 5], 4)
    assert board[board.blank] == board[-2] == board[1, 1] == board[-1, -2] == 0
    assert board[np.int64(5)] == board[1, 2] == 5 and board[3:] == (4, 0, 5)
    assert Board("0 1/2 3//4 5/6 7")[1, 0, 1] == 5
    assert 5 in board and 6 not in board
    outside: list[Any] = [6, -7, (2, 0), (0, 3), (0, -4), (0, 0, 0), ()]
    for index in outside:
        with pytest.raises(IndexError):
            board[index]
    with pytest.raises(TypeError):
        board["1"]  # type: ignore[call-overload]
    assert board.neighbours() == [board.apply(move) for move in board.legal_moves()]
    with pytest.raises(ValueError, match="expected a list"):
        Board([board])  # type: ignore[arg-type]


def test_answers_are_values() -> None:
    solution, verdict = npuzzle.solve(EASY), npuzzle.verify(EASY, "LR")
    assert solution == npuzzle.solve(EASY) != npuzzle.solve(EASY, metric="mtm")
    assert verdict == npuzzle.verify(EASY, ["L", "R"]) != npuzzle.verify(EASY, "L")
    stopped = npuzzle.solve_many([HARD], max_nodes=1000, return_exceptions=True)[0]
    for answer in [solution, npuzzle.solve(HARD, quality="fast", metric="mtm"), verdict]:
        for twin in [pickle.loads(pickle.dumps(answer)), copy.deepcopy(answer)]:
            assert (twin, hash(twin), repr(twin), str(twin)) == (answer, hash(answer), repr(answer), str(answer))
    assert pickle.loads(pickle.dumps(solution)).seconds == solution.seconds
    assert vars(pickle.loads(pickle.dumps(stopped))) == vars(stopped)
    assert str(npuzzle.Solution("LUL", lower_bound=1)) == "LUL (3 moves, at least 1)"
    assert str(npuzzle.solve("1 2 3/4 5 6/0 7 8", metric="mtm")) == "L2 (1 slide, optimal)"
    for moves in ["LUL", "X"]:
        with pytest.raises(ValueError):
            npuzzle.Solution(moves, lower_bound=4)


def test_functions_and_answers_cross_processes() -> None:
    boards = [npuzzle.random("3x3", seed=seed) for seed in range(4)]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert pool.map(npuzzle.solve, boards) == [npuzzle.solve(board) for board in boards]


def test_progress() -> None:
    calls: list[tuple[int, int]] = []
    boards = [npuzzle.random("4x4", seed=seed) for seed in range(60)]
    npuzzle.solve_many(boards, progress=lambda done, total: calls.append((done, total)))
    assert calls[-1] == (60, 60) and calls == sorted(calls) and {total for _, total in calls} == {60}

    def fail(done: int, total: int) -> None:
        raise KeyError("no more")

    with pytest.raises(KeyError, match="no more"):
        npuzzle.solve_many([npuzzle.random(7, seed=1)], progress=fail)


SHAPES: list[tuple[int, ...]] = [(2, 2), (3, 3), (2, 5), (1, 4), (5, 4), (2, 2, 2)]


@pytest.mark.parametrize("shape", SHAPES)
def test_arrays_of_ranks_and_children(shape: Any) -> None:
    boards = [npuzzle.random(shape, seed=seed) for seed in range(50)]
    stack = np.stack([np.asarray(board) for board in boards])
    ranks = npuzzle.rank(stack)
    assert ranks.dtype == np.uint64 and ranks.shape == (50,)
    lexicographic = sorted(range(50), key=lambda nth: list(boards[nth]))
    assert np.argsort(ranks, kind="stable").tolist() == lexicographic
    assert (npuzzle.unrank(shape, ranks) == stack).all() and npuzzle.unrank(shape, list(ranks)).dtype == np.uint16
    last = math.factorial(stack[0].size) - 1
    assert npuzzle.unrank(shape, [0, last]).reshape(2, -1).tolist() == [list(range(stack[0].size)), list(range(stack[0].size))[::-1]]
    children, legal = npuzzle.neighbours(boards)
    assert children.shape == (50, 4 if len(shape) == 2 else 6, *shape) and legal.dtype == np.bool_
    for board, row, mask in zip(boards, children, legal):
        assert ["UDLRFB"[nth] for nth in np.flatnonzero(mask)] == board.legal_moves()
        assert [Board(child) for child in row[mask]] == board.neighbours()
        assert all(Board(child) == board for child in row[~mask])


@pytest.mark.parametrize("kind", ["<u1", "<i2", ">i4", "<i8", "<u8"])
def test_arrays_of_every_type_and_layout(kind: str) -> None:
    boards = np.stack([np.asarray(npuzzle.random("3x4", seed=seed)) for seed in range(3000)]).astype(kind)
    expected = [Board(board).is_solvable() for board in boards]
    boards[7, 0], boards[7, 1] = boards[7, 1].copy(), boards[7, 0].copy()
    expected[7] = Board(boards[7]).is_solvable()
    found = npuzzle.is_solvable(boards)
    assert found.dtype == np.bool_ and found.tolist() == expected
    assert npuzzle.is_solvable(boards[::-2]).tolist() == expected[::-2]
    found[0] = False  # a result may be written to


def test_heuristics_of_arrays() -> None:
    boards = np.stack([np.asarray(npuzzle.at_distance("4x4", 40, seed=seed)) for seed in range(20)])
    manhattan = npuzzle.heuristic("manhattan", boards)
    assert manhattan.dtype == np.uint32 and manhattan.tolist() == [Board(board).manhattan() for board in boards]
    names: list[Any] = ["linear-conflict", "walking-distance", "patterns"]
    for name in names:
        values = npuzzle.heuristic(name, boards)
        assert (manhattan <= values).all() and (values <= 40).all() and (values > manhattan).any()
        assert npuzzle.heuristic(name, [npuzzle.Board("0 1/2 3")], goal="blank-first").tolist() == [0]
    snail = npuzzle.random("3x3", seed=1, goal="snail")
    assert npuzzle.heuristic("manhattan", [snail], goal="snail")[0] == snail.manhattan("snail")
    assert npuzzle.heuristic("manhattan", [snail], goal="1 2 */* * */* * *").tolist() == [snail.manhattan("1 2 */* * */* * *")]
    assert npuzzle.heuristic("patterns", boards, memory=100_000).max() <= 40


@pytest.mark.parametrize("metric, farthest, count", [("stm", 31, 2), ("mtm", 24, None)])
def test_distances_of_all_boards(metric: Any, farthest: int, count: int | None) -> None:
    distances = npuzzle.distances("3x3", metric=metric)
    assert distances.dtype == np.uint8 and distances.shape == (362_880,)
    assert (distances < 255).sum() == 181_440 and distances[distances < 255].max() == farthest
    assert count is None or (distances == farthest).sum() == count
    boards = npuzzle.unrank("3x3", np.arange(0, 362_880, 1009))
    assert ((distances[::1009] < 255) == npuzzle.is_solvable(boards)).all()
    for board, distance in zip(boards, distances[::1009]):
        if distance < 255:
            assert npuzzle.distance(board, metric=metric) == distance


@pytest.mark.parametrize("shape, goal, reached", [("2x3", None, 360), ("2x3", "1 2 */* * *", 720), ("1x4", None, 4), ("2x2x2", None, 20160)])
def test_distances_of_other_goals(shape: str, goal: str | None, reached: int) -> None:
    distances = npuzzle.distances(shape, goal=goal)
    assert (distances < 255).sum() == reached
    boards = npuzzle.unrank(shape, np.flatnonzero(distances < 255))
    assert [Board(board).is_solved(goal) for board in boards] == (distances[distances < 255] == 0).tolist()


BROKEN = np.tile(np.array([[1, 2], [3, 0]]), (6000, 1, 1))
BROKEN[[2500, 2501, 5000], 0, 1] = 1
ARRAYS_WRONG: list[tuple[type[Exception], str, Callable[[], Any]]] = [
    (TypeError, "one board", lambda: npuzzle.rank(EASY)),
    (ValueError, "no boards", lambda: npuzzle.rank([])),
    (ValueError, "an array of shape [3, 3]: expected [n, rows, columns]", lambda: npuzzle.rank(np.zeros((3, 3), int))),
    (ValueError, "an array of float64", lambda: npuzzle.rank(np.zeros((1, 3, 3)))),
    (ValueError, "boards[1]: a board of 2 x 2, but the first one is of 3 x 3", lambda: npuzzle.rank([EASY, "1 2/3 0"])),
    (ValueError, "boards[0]: row 1: the blank (0) appears twice", lambda: npuzzle.rank(np.zeros((2, 3, 3), int))),
    (ValueError, "boards[1]: row 2: tile -3", lambda: npuzzle.rank(np.array([[[1, 2], [3, 0]], [[1, 2], [-3, 0]]]))),
    (ValueError, "tile 65539", lambda: npuzzle.rank(np.array([[[1, 2], [65539, 0]]]))),
    (ValueError, "too large", lambda: npuzzle.rank(np.array([[[1, 2], [2**64 - 1, 0]]], np.uint64))),
    (ValueError, "boards[2500]: row 1: tile 1 appears twice", lambda: npuzzle.is_solvable(BROKEN)),
    (ValueError, "20 cells are the most", lambda: npuzzle.rank([npuzzle.random(5, seed=1)])),
    (ValueError, "20 cells are the most", lambda: npuzzle.unrank(5, [0])),
    (ValueError, "ranks[1]: there is no rank 24", lambda: npuzzle.unrank("2x2", [0, 24])),
    (ValueError, "negative", lambda: npuzzle.unrank("2x2", [-1])),
    (ValueError, "negative", lambda: npuzzle.unrank("2x2", np.array([-1]))),
    (ValueError, "an array of shape [1, 1]: expected [n]", lambda: npuzzle.unrank("2x2", np.array([[0]]))),
    (ValueError, "12 are the most", lambda: npuzzle.distances("4x4")),
    (ValueError, "a metric is", lambda: npuzzle.distances("2x2", metric="slides")),  # type: ignore[arg-type]
    (ValueError, "a heuristic is", lambda: npuzzle.heuristic("auto", [EASY])),  # type: ignore[arg-type]
    (ValueError, "a heuristic is manh", lambda: npuzzle.heuristic("best", [EASY])),  # type: ignore[arg-type]
    (ValueError, "without free tiles", lambda: npuzzle.heuristic("patterns", [EASY], goal="1 2 */* * */* * *")),
    (ValueError, "too large a table", lambda: npuzzle.heuristic("walking-distance", [npuzzle.random(6, seed=1)])),
    (ValueError, "the goal is 2 x 2", lambda: npuzzle.is_solvable([EASY], goal="1 2/3 0")),
]


@pytest.mark.parametrize("kind, message, call", ARRAYS_WRONG)
def test_arrays_that_are_wrong(kind: type[Exception], message: str, call: Callable[[], Any]) -> None:
    with pytest.raises(kind) as error:
        call()
    assert message in str(error.value)


def test_empty_arrays() -> None:
    empty = np.zeros((0, 3, 3), int)
    assert npuzzle.rank(empty).shape == npuzzle.is_solvable(empty).shape == (0,)
    assert [it.shape for it in npuzzle.neighbours(empty)] == [(0, 4, 3, 3), (0, 4)]
    assert npuzzle.unrank("3x3", []).shape == (0, 3, 3)


def test_the_examples_of_the_docs() -> None:
    assert doctest.testfile(str(FOLDER / "README.md"), False, optionflags=doctest.ELLIPSIS).failed == 0
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    for name in ["", *npuzzle.__all__]:
        docs = (getattr(npuzzle, name) if name else npuzzle).__doc__ or ""
        assert docs
        runner.run(parser.get_doctest(docs, {"npuzzle": npuzzle}, name, None, None))
    assert runner.summarize().failed == 0 and runner.tries > 5


def test_the_example_of_labels() -> None:
    script = FOLDER / "examples" / "labels.py"
    run = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr
    assert run.stdout.count("never above: True") == 4 and "15-puzzle: [" in run.stdout


def test_the_environment() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env
    from npuzzle.gym import SlidingPuzzle

    env = gymnasium.make("npuzzle/Sliding-v0", shape="2x2x2", distance=4, render_mode="ansi")
    check_env(env.unwrapped)
    env.reset(seed=1)
    assert env.render() == str(env.unwrapped.board).replace("/", "\n")
    env = SlidingPuzzle(distance=40)  # farther than any board
    env.reset(seed=1)
    assert env.distance == 31
    env = SlidingPuzzle(distance=3)
    for _ in range(9):
        _, info = env.reset()
        assert info["distance"] == 3
        legal = [env.moves[nth] for nth in np.flatnonzero(info["action_mask"])]
        assert legal == env.board.legal_moves()
        rewards = [env.step(np.int64(env.moves.index(move)))[1] for move in npuzzle.solve(env.board).moves]
        assert rewards == [1, 1, 1]
    assert env.distance == 4
    env.reset()
    detour = next(move for move in env.board.legal_moves() if npuzzle.distance(env.board.apply(move)) == 5)
    assert env.step(np.int64(env.moves.index(detour)))[1] == -1
    env.reset(options={"distance": 2})
    assert npuzzle.distance(env.board) == env.distance == 2
