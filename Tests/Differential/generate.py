"""Random documents that mostly fit a schema: type-directed, with occasional mistakes."""
from graphql import (GraphQLEnumType, GraphQLInputObjectType, GraphQLInterfaceType, GraphQLList, GraphQLNonNull, GraphQLObjectType,
                     GraphQLScalarType, GraphQLUnionType, is_composite_type, is_input_type)


class Generator:
    def __init__(self, schema, rng):
        self.schema, self.rng = schema, rng
        self.composites = [t for n, t in schema.type_map.items() if is_composite_type(t) and not n.startswith('__')]
        self.inputs = [t for n, t in schema.type_map.items() if is_input_type(t) and not n.startswith('__')]

    def slip(self, chance=0.02): return self.rng.random() < chance * 0.5

    def document(self):
        rng = self.rng
        self.fragments = {f'F{i}': rng.choice(self.composites) for i in range(rng.choice([0, 0, 1, 1, 2, 3]))}
        self.used, self.variables = set(), {}
        out = []
        for i in range(rng.choice([1, 1, 1, 2])): out.append(self.operation(i))
        for name, type_ in list(self.fragments.items()):
            if name in self.used or self.slip(0.3):
                body = self.selections(type_, 2)
                out.append(f'fragment {name} on {"Nothing" if self.slip(0.01) else type_.name}{self.directives()} {body}')
        # Variables used in fragments are known only now.
        text = '\n'.join(out)
        declared = [n for n in self.variables if not self.slip(0.03)]
        if self.slip(0.03): declared.append('extra'); self.variables['extra'] = 'Int'
        head = '(' + ' '.join(f'${n}: {self.variables[n]}' for n in declared) + ')' if declared else ''
        return text.replace('<VARIABLES>', head)

    def operation(self, index):
        rng = self.rng
        kind = rng.choice(['query'] * 6 + ['mutation', 'subscription'])
        root = {'query': self.schema.query_type, 'mutation': self.schema.mutation_type, 'subscription': self.schema.subscription_type}[kind]
        name = '' if self.slip(0.1) else f' Op{0 if self.slip(0.03) else index}'
        body = self.selections(root, 3, single=kind == 'subscription' and not self.slip(0.2))
        return f'{kind}{name}<VARIABLES>{self.directives()} {body}'

    def selections(self, type_, depth, single=False):
        rng, out = self.rng, []
        for _ in range(1 if single else rng.choice([1, 2, 3, 4])):
            what = rng.random()
            if what < 0.7 or depth <= 0 or single: out.append(self.field(type_, depth))
            elif what < 0.85:
                target = rng.choice(self.composites) if self.slip(0.1) else rng.choice(self.overlapping(type_))
                on = f' on {target.name}' if rng.random() < 0.8 else ''
                out.append(f'...{on}{self.directives()} {self.selections(target if on else type_, depth - 1)}')
            else:
                names = [n for n, t in self.fragments.items() if t in self.overlapping(type_)] or (list(self.fragments) if self.slip(0.2) else [])
                if names:
                    name = rng.choice(names); self.used.add(name)
                    out.append(f'...{"Missing" if self.slip(0.01) else name}{self.directives()}')
                else: out.append('__typename')
        return '{ ' + ' '.join(out) + ' }'

    def overlapping(self, type_):
        possible = lambda t: {t} if isinstance(t, GraphQLObjectType) else set(self.schema.get_possible_types(t))
        return [t for t in self.composites if possible(t) & possible(type_)]

    def field(self, type_, depth):
        rng = self.rng
        if isinstance(type_, GraphQLUnionType) or rng.random() < 0.06:
            return rng.choice(['__typename', '__typename', 't: __typename'])
        fields = list(type_.fields.items())
        if depth <= 0: fields = [(n, f) for n, f in fields if not is_composite_type(named(f.type))] or fields
        name, field = rng.choice(fields)
        alias = rng.choice(['a: ', 'b: ', f'{rng.choice(fields)[0]}: ']) if rng.random() < 0.2 else ''
        args = [(n, a) for n, a in field.args.items() if (isinstance(a.type, GraphQLNonNull) and not self.slip(0.03)) or rng.random() < 0.35]
        text = ' '.join(f'{n}: {self.value(a.type)}' for n, a in args)
        if self.slip(0.01): text += ' other: 1'
        text = alias + (name + 'x' if self.slip(0.005) else name) + (f'({text})' if text else '') + self.directives()
        composite = is_composite_type(named(field.type))
        if composite != self.slip(0.005): text += ' ' + (self.selections(named(field.type), depth - 1) if composite else '{ id }')
        return text

    def directives(self):
        rng = self.rng
        if rng.random() > 0.08: return ''
        valid = ['@once', '@include(if: true)', '@skip(if: $flag)', '@tag(name: "a")', '@tag(name: "a") @tag(name: "b")', '@skip(if: false) @include(if: $flag)']
        text = rng.choice(['@once @once', '@tag', '@unknown', '@include(if: "x")', '@deprecated', '@skip'] if self.slip(0.15) else valid)
        if '$flag' in text: self.note('flag', 'Boolean!')
        return ' ' + text

    def note(self, name, type_): self.variables.setdefault(name, type_)

    def value(self, type_, depth=0):
        rng = self.rng
        if rng.random() < 0.15:
            name = f'v{rng.randrange(6)}'
            if name not in self.variables or rng.random() < 0.8:
                name = 'v' + ''.join(c for c in str(type_) if c.isalnum())
            base = str(type_)
            if self.slip(0.1): base = base.rstrip('!')
            elif self.slip(0.1) and not base.endswith('!'): base += '!'
            if rng.random() < 0.15: base += f' = {self.constant(type_)}'
            if name not in self.variables: self.variables[name] = base
            return f'${name}'
        if self.slip(0.03): return rng.choice(['1', '-1', '1.5', '"text"', 'true', 'RED', 'NONE', 'null', '[1]', '{}', '{from: 1}', '2147483648', '1e400', '[[1]]', '"""b"""'])
        if isinstance(type_, GraphQLNonNull): return self.value(type_.of_type, depth)
        if rng.random() < 0.05: return 'null'
        if isinstance(type_, GraphQLList):
            if rng.random() < 0.2: return self.value(type_.of_type, depth)
            return '[' + ', '.join(self.value(type_.of_type, depth + 1) for _ in range(rng.randrange(3))) + ']'
        if isinstance(type_, GraphQLEnumType): return rng.choice(list(type_.values))
        if isinstance(type_, GraphQLInputObjectType):
            fields = list(type_.fields.items())
            if type_.is_one_of: fields = [rng.choice(fields)] if not self.slip(0.1) else fields[:rng.randrange(3)]
            else: fields = [(n, f) for n, f in fields if (isinstance(f.type, GraphQLNonNull) and f.default_value is not None and not self.slip(0.05)) or (rng.random() < 0.3 and depth < 3)]
            if self.slip(0.03) and fields: fields.append(fields[0])
            return '{' + ', '.join(f'{n}: {self.value(f.type, depth + 1)}' for n, f in fields) + (', other: 1' if self.slip(0.01) else '') + '}'
        name = type_.name
        return {'Int': lambda: str(rng.choice([0, 1, -5, 2147483647])), 'Float': lambda: rng.choice(['1', '1.5', '-2e3']), 'ID': lambda: rng.choice(['"x"', '4']),
                'Boolean': lambda: rng.choice(['true', 'false']), 'String': lambda: rng.choice(['"s"', '""', '"""b"""'])}.get(name, lambda: rng.choice(['"2020"', '1', '{a: 1}', 'X']))()

    def constant(self, type_):
        kept, self.variables = self.variables, dict(self.variables)
        text = self.value(type_)
        self.variables = kept
        return 'null' if '$' in text else text


def named(type_):
    while hasattr(type_, 'of_type'): type_ = type_.of_type
    return type_
