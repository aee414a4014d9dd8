#!/usr/bin/env python3
"""Whether what `relay migrate apollo` changes in documents changes answers (needs graphql-core).

  migrate-executes.py [--rounds N] TOOL FOLDER    FOLDER has an apollo-codegen-config.json; a copy of it is migrated

Each operation is executed on random data, as it was and as it is sent afterwards. The new answer must have everything that the old one has; it
may have identifiers and type names in addition. Exit status 0 if all agree."""
import argparse, glob, hashlib, json, os, re, shutil, subprocess, sys, tempfile
from graphql import (GraphQLEnumType, GraphQLInputObjectType, build_schema, execute, get_named_type, is_abstract_type, is_leaf_type, is_list_type,
                     is_non_null_type, parse, type_from_ast, TypeInfo, Visitor, visit)

APOLLO = re.compile(r'\s*@(apollo_client_ios_localCacheMutation|import\(module:\s*"[^"]*"\))')

def number(seed, *key): return int.from_bytes(hashlib.sha256(json.dumps([seed, *map(str, key)]).encode()).digest()[:6], 'big')

def leaf(type, seed, key):
    n = number(seed, key)
    if isinstance(type, GraphQLEnumType): return list(type.values)[n % len(type.values)]
    return {'Int': n % 1000, 'Float': n % 1000 / 4, 'Boolean': n % 2 == 0}.get(type.name, f'{type.name} {n % 1000}')

def data(schema, seed):
    """A value for a field depends on the path of field names and arguments, not on aliases."""
    def value(type, key):
        if is_non_null_type(type): return value(type.of_type, key) if number(seed, key, 'null') else value(type.of_type, key)
        if is_list_type(type): return [value(type.of_type, f'{key}.{i}') for i in range(number(seed, key, 'count') % 4)]
        if is_leaf_type(type): return leaf(type, seed, key)
        if is_abstract_type(type): possible = sorted(t.name for t in schema.get_possible_types(type)); return {'type': possible[number(seed, key, 'type') % len(possible)], 'key': key}
        return {'type': type.name, 'key': key}
    def resolve(source, info, **arguments):
        key = f"{source['key'] if source else ''}/{info.field_name}{json.dumps(arguments, sort_keys=True, default=str)}"
        if not is_non_null_type(info.return_type) and number(seed, key, 'null') % 8 == 0: return None
        return value(info.return_type, key)
    return resolve

def variables(schema, operation, seed):
    def make(type, key, depth=0):
        if is_non_null_type(type): return make(type.of_type, key, depth)
        if is_list_type(type): return [make(type.of_type, key, depth)]
        if isinstance(type, GraphQLInputObjectType):
            if 'oneOf' in {v.name.value for v in (type.ast_node.directives if type.ast_node else [])}: n, f = next(iter(type.fields.items())); return {n: make(getattr(f.type, 'of_type', f.type), f'{key}.{n}', depth + 1)}
            return {n: make(f.type, f'{key}.{n}', depth + 1) for n, f in type.fields.items() if is_non_null_type(f.type) or depth < 2}
        return leaf(type, seed, key)
    return {v.variable.name.value: make(type_from_ast(schema, v.type), v.variable.name.value) for v in operation.variable_definitions or []}

def missing(old, new, path=''):
    if isinstance(old, dict) and isinstance(new, dict):
        return next((m for k, v in old.items() for m in [missing(v, new[k], f'{path}.{k}') if k in new else f'{path}.{k}'] if m), None)
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        return next((m for i, (a, b) in enumerate(zip(old, new)) for m in [missing(a, b, f'{path}[{i}]')] if m), None)
    return None if old == new else path or '(root)'

def main():
    p = argparse.ArgumentParser(usage=__doc__); p.add_argument('--rounds', type=int, default=50); p.add_argument('tool'); p.add_argument('folder'); o = p.parse_args()
    tool = os.path.realpath(o.tool)
    with tempfile.TemporaryDirectory() as d:
        new = f'{d}/new'; shutil.copytree(o.folder, new)
        r = subprocess.run([tool, 'migrate', 'apollo'], cwd=new, capture_output=True, text=True)
        if r.returncode: sys.exit(f'migrate failed:\n{r.stdout}{r.stderr}')
        print(r.stdout.strip().split('\n')[-1])
        r = subprocess.run([tool, 'generate', '--config', 'relay.config.json', '--artifacts-json', f'{d}/artifacts'], cwd=new, capture_output=True, text=True)
        if r.returncode: sys.exit(f'generate failed:\n{r.stdout}{r.stderr}')
        config = json.load(open(f'{new}/relay.config.json'))
        sdl = '\n'.join(open(os.path.join(new, s)).read() for s in config['schema'])
        schema = build_schema(sdl, assume_valid=True)
        texts = [open(f).read() for f in glob.glob(os.path.join(o.folder, config['src'], '**/*.graphql'), recursive=True)]
        old = parse('\n'.join(texts))
        sent = {}
        for f in glob.glob(f'{d}/artifacts/*.json'):
            a = json.load(open(f))
            if a.get('kind') == 'Request': sent[a['params']['name']] = a['params']['text']
        fragments = [x for x in old.definitions if x.kind == 'fragment_definition']; compared = 0
        for x in old.definitions:
            if x.kind != 'operation_definition' or any(v.name.value == 'apollo_client_ios_localCacheMutation' for v in x.directives): continue
            name = x.name.value; text = sent.get(name) or sent.get(name + x.operation.value.capitalize())
            if not text: sys.exit(f'{name} is not sent any more')
            x.directives = [v for v in x.directives if v.name.value != 'import']
            # Only what it reaches, so that operations with the name of a fragment do not matter.
            document = type(old)(definitions=[x, *fragments])
            for seed in range(o.rounds):
                values = variables(schema, x, seed); resolve = data(schema, seed)
                kind = lambda value, info, t: value['type']
                a, b = (execute(schema, q, variable_values=values, field_resolver=resolve, type_resolver=kind) for q in (document, parse(text)))
                m = 'errors' if a.errors or b.errors else missing(a.data, b.data); compared += 1
                if m: sys.exit(f'{name}, seed {seed}: differs at {m}\n{json.dumps(a.data)}\n{json.dumps(b.data)}\n{a.errors} {b.errors}')
        print(f'{compared} pairs of answers agree')
main()
