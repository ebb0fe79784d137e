"""Work that one process does at a time: on a file there is only one (data_folder)."""

from contextlib import nullcontext as alone

__all__ = ["alone"]
