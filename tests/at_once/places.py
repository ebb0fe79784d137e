"""Places of the code that decide how often something may pass, found by what they call, raise or are named."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CALLS = {"cache.add", "cache.delete", "signing.loads", "ratelimit.consume", "throttling.settle", "changes.in_turn"}
RAISES = ("TooMany", "Last", "AlreadyOpen", "TooLate")


def places() -> set[str]:
    """Return them as "module.function", without those of a class around the function."""
    return {f"{path.stem}.{name}" for path in (ROOT / "classroom").rglob("*.py") for name in _found_in(path)}


def _found_in(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and any(map(_decides, ast.walk(node))):
            yield node.name


def _decides(node: ast.AST) -> bool:
    if isinstance(node, ast.Call):
        return ast.unparse(node.func) in CALLS
    if isinstance(node, ast.Raise) and node.exc:
        name = ast.unparse(node.exc).rpartition(".")[2]
        return name.startswith(RAISES)
    return False
