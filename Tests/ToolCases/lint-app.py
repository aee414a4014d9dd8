#!/usr/bin/env python3
"""Builds Fixtures/LintApp and compares what `relay lint` finds with the fields whose names begin with `unused`.

  lint-app.py TOOL [SCRATCH]      SCRATCH is the folder of the build, .build in the package by default"""
import glob, json, os, re, subprocess, sys, time
tool = os.path.realpath(sys.argv[1]); app = os.path.realpath(os.path.join(os.path.dirname(__file__), '../../Fixtures/LintApp'))
scratch = os.path.realpath(sys.argv[2]) if len(sys.argv) > 2 else os.path.join(app, '.build')
subprocess.run(['swift', 'build', '--build-tests', '--scratch-path', scratch], cwd=app, check=True)
start = time.time(); run = subprocess.run([tool, 'lint', '--scratch-path', scratch, '--json'], cwd=app, capture_output=True, text=True); seconds = time.time() - start
result = json.loads(run.stdout)
files = {f: open(f).read() for pattern in ('graphql', 'swift') for f in glob.glob(f'{app}/Sources/**/*.{pattern}', recursive=True)}
expected = {k for text in files.values() for k in re.findall(r'\b(unused\w+):', text)}
found = {open(f['file'], 'rb').read().split(b'\n')[f['line'] - 1][f['column'] - 1:f['endColumn'] - 1].decode() for f in result['findings'] if f['rule'] == 'unused-field'}
others = [f for f in result['findings'] if f['rule'] != 'unused-field']
print(f'{len(found & expected)} of {len(expected)} unused fields found in {seconds:.1f} s; more: {sorted(found - expected)}; missing: {sorted(expected - found)}; other rules: {others}; notes: {result["notes"]}')
sys.exit(found != expected or bool(others) or bool(result['notes']) or len(expected) < 100)
