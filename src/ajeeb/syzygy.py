"""Left out on purpose: importing it tells why."""

from ajeeb import left_out

raise ImportError(left_out.refusal("syzygy"))
