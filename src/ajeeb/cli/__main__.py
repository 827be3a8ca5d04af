import sys

from ajeeb.cli import main

sys.exit(main())
