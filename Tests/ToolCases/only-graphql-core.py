#!/usr/bin/env python3
"""Runs `relay check --against` and leaves out the changes that graphql-core 3.2 does not look for: default values of input fields, and the
arguments of directives that both schemas have. What remains must be the same.

    only-graphql-core.py TOOL ARGUMENT…
"""

import json
import subprocess
import sys

ran = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE, text=True)
try:
    report = json.loads(ran.stdout)
except ValueError:
    sys.exit(ran.returncode or 1)


def is_beyond(change):
    of_input_field = change["type"] in ("INPUT_FIELD_DEFAULT_VALUE_CHANGE", "INPUT_FIELD_DEFAULT_VALUE_ADDED")
    of_directive = change["coordinate"].startswith("@") and change["type"] in (
        "ARG_CHANGED_KIND", "ARG_CHANGED_KIND_SAFE", "ARG_DEFAULT_VALUE_CHANGE", "ARG_DEFAULT_VALUE_ADDED")
    return of_input_field or of_directive


report["changes"] = [change for change in report["changes"] if not is_beyond(change)]
print(json.dumps(report))
sys.exit(ran.returncode)
