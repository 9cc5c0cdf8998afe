"""Compare what a type checker says about the type tests with the lines that expect an error.

`python complaints.py COMMAND...` runs a type checker on the files in this folder. It fails if the
checker complains about a line that has no `type: ignore`, or about none that has.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

Place = tuple[str, int]
PLACE = re.compile(r"(\w+\.py):(\d+)")


def expected(folder: Path) -> set[Place]:
    """The lines of the type tests that contain an error on purpose."""
    lines = {
        (file.name, number): line
        for file in folder.glob("*.py")
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
    }
    return {place for place, line in lines.items() if "# type: ignore" in line}


def complaints(command: list[str]) -> dict[Place, str]:
    """The lines that a checker complains about, each with one of its texts."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = [(PLACE.search(line), line) for line in done.stdout.splitlines()]
    return {(match[1], int(match[2])): line for match, line in found if match}


def main(command: list[str]) -> int:
    wanted, found = expected(Path.cwd()), complaints(command)
    for place in sorted(found.keys() - wanted):
        print(found[place])
    for name, line in sorted(wanted - found.keys()):
        print(f"not seen: {name}:{line}")
    both = wanted & found.keys()
    print(f"{command[0]}: {len(both)} of {len(wanted)} expected errors found")
    return 0 if both and found.keys() <= wanted else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
