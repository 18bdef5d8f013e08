"""End a process with its parent, however the parent ends.

As a module: `end_with_parent(parent)`. As a script, for programs in other languages: `python parent_death.py PARENT
COMMAND...` replaces itself by the command, which then ends with the process PARENT.
"""

import os
import sys

_SET_PARENT_DEATH_SIGNAL = 1
_SIGKILL = 9


def end_with_parent(parent: int) -> bool:
    """Have the kernel kill this process when the parent ends; False where the kernel cannot.

    The kernel acts when the *thread* that started this process ends, so that thread must live as long as the parent.
    """
    try:
        import ctypes

        done = bool(ctypes.CDLL(None).prctl(_SET_PARENT_DEATH_SIGNAL, _SIGKILL, 0, 0, 0) == 0)
    except (ImportError, OSError, AttributeError):
        done = False
    if os.getppid() != parent:
        os._exit(1)  # it has ended already
    return done


if __name__ == "__main__":
    end_with_parent(int(sys.argv[1]))
    os.execvp(sys.argv[2], sys.argv[2:])  # noqa: S606 - no shell on purpose
