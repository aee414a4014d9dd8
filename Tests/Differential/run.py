#!/usr/bin/env python3
"""Holds the compiler's front end against a second implementation of GraphQL, graphql-core.

  Tests/Differential/run.py [--batch PATH] [--parse N] [--schema N] [--validate N] [--seed S] [--extra DIR ...] [--show N]

Both read the same inputs: documents and schemas of this repository (Fixtures, Tests/Differential/corpus) and of any DIR given with
--extra (`.graphql` files, and `.jsonl` files whose objects have `documents`), mutated by bytes, by tokens and by definitions. They must
agree on which inputs are valid. Where the specification settles a known difference, `disagreements.py` says so, with the section;
every other disagreement is printed, reduced, and makes the exit status 1.

The script makes its own virtual environment in `.build/differential` and installs graphql-core there. PATH is the `FrontEndBatch`
executable, by default `.build/release/FrontEndBatch`."""
import argparse, glob, json, os, random, subprocess, sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
VERSION = '3.3.2'


def enter_environment():
    """Runs this script again inside a virtual environment that has graphql-core."""
    try:
        import graphql
        if graphql.__version__ == VERSION: return
    except ImportError: pass
    home = os.path.join(ROOT, '.build', 'differential')
    python = os.path.join(home, 'bin', 'python')
    if os.environ.get('DIFFERENTIAL_ENTERED'): sys.exit(f'graphql-core {VERSION} is not there: delete {home} and try again')
    if not os.path.exists(python): subprocess.check_call([sys.executable, '-m', 'venv', home])
    subprocess.check_call([python, '-m', 'pip', 'install', '--quiet', f'graphql-core=={VERSION}'])
    os.environ['DIFFERENTIAL_ENTERED'] = '1'
    os.execv(python, [python, os.path.abspath(__file__)] + sys.argv[1:])


class Batch:
    """Our front end: one process for all inputs."""

    def __init__(self, path):
        self.path = path
        self.process = None

    def start(self):
        self.process = subprocess.Popen([self.path], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, command, data):
        if self.process is None: self.start()
        self.process.stdin.write(f'{command} {len(data)}\n'.encode() + data)
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            status = self.process.wait()
            self.process = None
            return f'0:0:crash({status})'
        return line.decode().strip()


# Inputs

def corpus(extra):
    documents, schemas = [], []
    def add(text):
        (schemas if is_schema(text) else documents).append(text)
    for folder in [os.path.join(ROOT, 'Fixtures'), os.path.join(ROOT, 'Tests', 'Differential', 'corpus')] + extra:
        for path in sorted(glob.glob(f'{folder}/**/*.graphql', recursive=True)):
            if '/.build' not in path:
                text = open(path, encoding='utf-8', errors='replace').read()
                if len(text) < 20_000: add(text)
        for path in sorted(glob.glob(f'{folder}/**/*.jsonl', recursive=True)):
            for line in open(path, encoding='utf-8'):
                record = json.loads(line)
                if isinstance(record, dict) and isinstance(record.get('documents'), str): add(record['documents'])
    return documents, schemas


def is_schema(text):
    return any(line.startswith(('type ', 'schema ', 'interface ', 'input ', 'enum ', 'union ', 'scalar ', 'directive ', 'extend '))
               for line in text.split('\n'))


def tokens(text):
    """A rough lexer: good enough to cut a document into pieces that mean something."""
    out, i = [], 0
    while i < len(text):
        c, j = text[i], i + 1
        if text.startswith('"""', i):
            j = text.find('"""', i + 3); j = len(text) if j < 0 else j + 3
        elif c == '"':
            while j < len(text) and text[j] not in '"\n': j += 2 if text[j] == '\\' else 1
            j += 1
        elif c == '#':
            while j < len(text) and text[j] != '\n': j += 1
        elif c.isalnum() or c in '_-':
            while j < len(text) and (text[j].isalnum() or text[j] in '_.'): j += 1
        elif text.startswith('...', i): j = i + 3
        out.append(text[i:j]); i = j
    return out


SPLICES = ['{', '}', '(', ')', '[', ']', '!', '$', '@', ':', '=', '|', '&', '...', 'on', 'null', 'true', '0', '-1', '1.5', '1e3', '00', '"s"',
           '"""b"""', '\\u{41}', '\\uD83D\\uDE00', '"\\u{1F600}"', '"\\ud83d"', 'query', 'fragment', 'type', 'extend', 'implements', 'repeatable',
           '#c\n', '\ufeff', '\x00', '\x07', '\u00e9', '"\u00e9"', '"\x00"', '.', '..', '$a', '@skip(if: true)', '__typename', '__schema', '...F',
           '... on User', '"d"', '2147483648', '9999999999999999999', '1e999', '@deprecated', '@oneOf', '= null', '"', "'", '\\', '\r', '\r\n']


def mutate(text, pool, rng):
    kind = rng.random()
    if kind < 0.35 or len(text) < 4:
        data = bytearray(text.encode())
        for _ in range(rng.choice([1, 1, 2, 4])):
            if not data: break
            i, what = rng.randrange(len(data)), rng.random()
            if what < 0.3: del data[i:i + rng.choice([1, 1, 2, 8])]
            elif what < 0.6: data[i:i] = rng.choice(SPLICES).encode('utf-8', 'surrogatepass')
            elif what < 0.8: data[i] = rng.choice(b'{}()[]!$@:=|&."\\ \n#,09azAZ_-')
            else: j = rng.randrange(len(data)); data[i:i] = data[j:j + rng.randrange(1, 20)]
        return data.decode('utf-8', 'replace')
    parts = tokens(text)
    for _ in range(rng.choice([1, 1, 2, 3])):
        if not parts: break
        i, what = rng.randrange(len(parts)), rng.random()
        if what < 0.25: del parts[i]
        elif what < 0.45: parts.insert(i, ' ' + rng.choice(SPLICES) + ' ')
        elif what < 0.65: parts[i] = rng.choice(parts)
        elif what < 0.8: j = rng.randrange(len(parts)); parts[i], parts[j] = parts[j], parts[i]
        else:
            other = tokens(rng.choice(pool)); j = rng.randrange(len(other)) if other else 0
            parts[i:i] = other[j:j + rng.randrange(1, 12)]
    return ''.join(parts)


# The second implementation

def second(kind, text, schema):
    from graphql import parse, validate, build_ast_schema, validate_schema, GraphQLError
    from graphql.validation import specified_rules
    from graphql.validation.validate import validate_sdl
    try: document = parse(text)
    except GraphQLError as error: return f'syntax: {error.message}', None
    except RecursionError: return None, None
    if kind == 'parse': return '', None
    if kind == 'schema':
        try:
            errors = validate_sdl(document)
            if errors: return errors[0].message, None
            built = build_ast_schema(document, assume_valid_sdl=True)
            errors = validate_schema(built)
            return (errors[0].message if errors else ''), built
        except (GraphQLError, TypeError, ValueError, KeyError) as error: return f'{type(error).__name__}: {error}', None
        except RecursionError: return None, None
    try: errors = validate(schema, document, max_errors=None)
    except RecursionError: return None, None
    except (TypeError, ValueError, AttributeError, OverflowError) as error: return None, None
    return (errors[0].message if errors else ''), None


def reduce(text, disagrees):
    """Fewer lines, then fewer tokens, as long as the two still disagree."""
    for split, join in ((lambda t: t.split('\n'), '\n'), (tokens, '')):
        parts, size = split(text), None
        size = max(1, len(parts) // 2)
        while size >= 1:
            i = 0
            while i < len(parts):
                candidate = parts[:i] + parts[i + size:]
                if disagrees(join.join(candidate)): parts = candidate
                else: i += size
            size //= 2
        text = join.join(parts)
    return text


def main():
    from disagreements import settled
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument('--batch', default=os.path.join(ROOT, '.build', 'release', 'FrontEndBatch'))
    options.add_argument('--parse', type=int, default=50_000)
    options.add_argument('--schema', type=int, default=5_000)
    options.add_argument('--validate', type=int, default=20_000)
    options.add_argument('--seed', type=int, default=1)
    options.add_argument('--extra', action='append', default=[])
    options.add_argument('--show', type=int, default=20)
    o = options.parse_args()
    batch, failures, known = Batch(o.batch), 0, {}
    documents, schemas = corpus(o.extra)
    main_schema = open(os.path.join(ROOT, 'Tests', 'Differential', 'schema.graphql'), encoding='utf-8').read()
    print(f'{len(documents)} documents and {len(schemas)} schemas to start from')

    for kind, count in (('parse', o.parse), ('schema', o.schema), ('validate', o.validate)):
        rng = random.Random(f'{o.seed} {kind}')
        pool = {'parse': documents + schemas, 'schema': [s for s in schemas if len(s) < 8000] + [main_schema],
                'validate': documents}[kind]
        schema = None
        if kind == 'schema': pool = [text for text in pool if second('schema', text, None)[0] == '']
        if kind == 'validate':
            problem, schema = second('schema', main_schema, None)
            assert schema is not None and batch.ask('schema', main_schema.encode()) == '', 'the schema itself must be valid'
            from generate import Generator
            generator = Generator(schema, rng)
            pool = [generator.document() for _ in range(200)]
        agreed = done = valid = 0
        while done < count:
            text = rng.choice(pool)
            if kind == 'validate': text = generator.document()
            if done % 10 and (kind != 'validate' or rng.random() < 0.3): text = mutate(text, pool, rng)
            if len(text) > 20_000: text = text[:20_000]
            data = text.encode('utf-8', 'replace'); text = data.decode()
            theirs, _ = second(kind, text, schema)
            if theirs is None: continue
            if kind == 'validate' and theirs.startswith('syntax:'): continue
            ours = batch.ask(kind, data)
            done += 1
            valid += not theirs
            if bool(ours) == bool(theirs) and 'crash' not in ours:
                agreed += 1
                continue
            reason = None if 'crash' in ours else settled(kind, text, ours, theirs)
            if reason:
                known[reason] = known.get(reason, 0) + 1
                continue
            failures += 1
            if failures <= o.show:
                def disagrees(t, ours=ours, theirs=theirs):
                    a = batch.ask(kind, t.encode('utf-8', 'replace')); b, _ = second(kind, t, schema)
                    same = b is not None and bool(a) == bool(ours) and bool(b) == bool(theirs) and not settled(kind, t, a, b)
                    return same and (not b or b.startswith('syntax:') == theirs.startswith('syntax:'))
                print(f'--- {kind}: ours {ours or "valid"} | graphql-core: {theirs or "valid"}\n{reduce(text, disagrees)}\n')
        print(f'{kind}: {done} inputs, {valid} of them valid, {agreed} agreed')
    for reason, count in sorted(known.items()): print(f'settled by {reason}: {count}')
    print(f'{failures} disagreements')
    return 1 if failures else 0


if __name__ == '__main__':
    enter_environment()
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    sys.exit(main())
