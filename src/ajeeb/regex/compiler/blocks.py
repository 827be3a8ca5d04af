"""What a trace records: calls, branches and ways out, nested as in the source; and its flattening into a list of calls.

A branch becomes `guard`, `otherwise`, `reactivate` under a tag of its own; a way out (`return`, `break` or `continue`
under a condition) parks its threads under the tag of the region it leaves, and the end of that region wakes them.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from ajeeb.regex.instructions import Call, InstructionSet

__all__ = ["Block", "Branch", "Escape", "Node", "Region", "flatten"]


@dataclass
class Branch:
    """`condition` computes what the guard decides on; the threads where it holds run `then`, the others `otherwise`."""

    condition: "Block"
    guard: Call
    then: "Block" = field(default_factory=list)
    otherwise: "Block" = field(default_factory=list)


@dataclass
class Region:
    """A body that threads may leave before its end: a function, a loop, or one round of a loop."""

    line: str = ""
    body: "Block" = field(default_factory=list)
    escapes: "list[Escape]" = field(default_factory=list)


@dataclass
class Escape:
    """The active threads leave a region. `machine` has the instructions that park and wake them."""

    region: Region
    machine: InstructionSet
    line: str = ""


Node = Call | Branch | Region | Escape | list["Node"]
Block = list[Node]


def flatten(block: Block) -> list[Call]:
    """The calls of a block in order, with tags chosen by depth."""
    return list(_flatten(block, 1, {}))


def is_empty(node: Node) -> bool:
    """Whether a node does nothing at all."""
    match node:
        case Call() | Escape():
            return False
        case Branch():
            return all(map(is_empty, node.then)) and all(map(is_empty, node.otherwise))
        case Region():
            return all(map(is_empty, node.body))
        case _:
            return all(map(is_empty, node))


def _flatten(block: Block, depth: int, tags: dict[int, str]) -> Iterator[Call]:
    for node in block:
        match node:
            case Call():
                yield node
            case Branch():
                if not is_empty(node):
                    yield from _flatten_branch(node, depth, tags)
            case Region():
                tag = tags[id(node)] = f"r{depth}"
                yield from _flatten(node.body, depth + bool(node.escapes), tags)
                if node.escapes:
                    yield node.escapes[0].machine["reactivate"](tag).at(node.line)
            case Escape():
                yield node.machine["park"](tags[id(node.region)]).at(node.line)
            case _:
                yield from _flatten(node, depth, tags)


def _flatten_branch(branch: Branch, depth: int, tags: dict[int, str]) -> Iterator[Call]:
    tag, guard = f"t{depth}", branch.guard
    machine = guard.instruction.machine
    yield from _flatten(branch.condition, depth, tags)
    yield Call(guard.instruction, (tag, *guard.arguments[1:]), guard.line)
    yield from _flatten(branch.then, depth + 1, tags)
    if not all(map(is_empty, branch.otherwise)):
        yield machine["otherwise"](tag).at(guard.line)
        yield from _flatten(branch.otherwise, depth + 1, tags)
    yield machine["reactivate"](tag).at(guard.line)
