"""Where graphql-core and the specification (September 2025) differ, and which paragraph settles it."""
import re


def settled(kind, text, ours, theirs):
    """The paragraph that settles why the two disagree about a text, or None. `ours` and `theirs` are empty if the text was accepted."""
    ids = {error.split(':', 2)[2] for error in ours.split()}
    if ids == {'empty-block'} and not theirs: return 'section 2.4: SelectionSet is { Selection+ }, so there is no empty one'
    if kind == 'schema' and ids == {'wrong-value'} and not theirs:
        return 'section 5.6.1: literal values are of the type that is expected where they stand, in a directive of a schema too'
    if kind == 'schema' and ids == {'duplicate-type'} and not theirs and re.search(
            r'\b(type|interface|union|enum|input)\s+(Int|Float|String|Boolean|ID)\b', text):
        return 'section 3.3: no type has the name of a built-in scalar'
    if ids == {'unexpected-token'} and not theirs and re.search(r'directive\s*@\s*\w+[^@]*@', text):
        return 'section 3.13: DirectiveDefinition has no directives of its own'
    if kind == 'schema' and ids == {'default-value-cycle'} and not theirs:
        return 'section 3.10: InputObjectDefaultValueHasCycle is false for every input object'
    if kind == 'schema' and ids == {'one-of-input'} and not theirs and re.search(r'extend\s+input\s+\w+[^{]*@\s*oneOf', text):
        return 'section 3.10: no extension of an input object provides @oneOf'
    return None


# What the compiler takes in a server's schema although the specification does not allow it: a schema is someone else's. Such a text is valid
# by Relay's rules, with a warning; the specification's rules and graphql-core refuse it. `run` asks all three.
LETTER = 'section 3.6: field names are unique. What a server\'s schema repeats to the letter has no meaning, so it is a warning'
TOLERATED = [
    # GitHub's published schema has two fields of EnterpriseOwnerInfo twice, in the same words.
    ('type Query { info: EnterpriseOwnerInfo } type EnterpriseOwnerInfo { "Who" a(first: Int = 1): [Int!]! "Who" a(first: Int = 1): [Int!]! }',
     LETTER),
    ('type Query { a: Int @deprecated(reason: "b") a: Int @deprecated(reason: "b") }', LETTER),
    ('type Query { a(b: Int, b: Int): Int }', LETTER.replace('field names', 'argument names')),
    ('type Query { a(b: B): Int } input B { c: Int = 1 c: Int = 1 }', LETTER.replace('3.6', '3.10')),
    ('type Query { a: A } enum A { B B }', LETTER.replace('3.6: field names', '3.9: the values of an enum')),
]
