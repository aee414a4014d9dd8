// swift-format-ignore-file
// Generated from RelayCompilerCore.docc by `UPDATE_FIXTURES=1 swift test --filter ExplainTests`. Do not edit.

/// The pages of the documentation of diagnostics.
enum DiagnosticPages {
  static let documents = [
    documentsDiagnostics,
    relayDiagnostics,
    schemaDiagnostics,
    syntaxDiagnostics,
    toolDiagnostics,
  ]

  private static let documentsDiagnostics = ##"""
# Documents diagnostics

Diagnostics of operations and fragments (specification, section 5). The examples compile exactly as shown, against <doc:ExampleSchema>.

## not-executable

There is a type definition among documents that are validated only by the specification's rules.

No example: the compiler treats type definitions as the schema, or reports <doc:SchemaDiagnostics> `type-definition-in-document`.

Fix: move it to the schema.

## unsupported-operation

The schema has no mutations or subscriptions.

```graphql
# schema.graphql
type Query { a: Int }
```

```graphql
subscription S { changed }
```

```
Queries.graphql:1:1: error: The schema has no subscriptions [unsupported-operation]
```

Fix: use an operation that the server has.

## anonymous-operation

An operation has no name, so nothing can be generated for it.

```graphql
{ me { id } }
```

```
Queries.graphql:1:1: error: The query needs a name: 'query Name { ... }' [anonymous-operation]
```

Fix: name it: `query MeQuery { ... }`.

## duplicate-definition

Two operations or fragments have the same name, in any of the files.

```graphql
query Q { me { id } }
query Q { me { name } }
```

```
Queries.graphql:2:7: error: There is already an operation named 'Q' [duplicate-definition]
Queries.graphql:1:7: note: The other 'Q' is defined here
```

Fix: rename one.

## subscription-root-field

A subscription selects more than one field at its root, or an introspection field, or (if documents are validated by the
specification's rules alone) a field under a condition.

```graphql
subscription S { userChanged { id } userGone }
```

```
Queries.graphql:1:37: error: The subscription 'S' must select only one field at its root [subscription-root-field]
Queries.graphql:1:18: note: The first field is selected here
```

Fix: write two subscriptions.

## unknown-field

The type has no such field.

```graphql
query Q { me { nam } }
```

```
Queries.graphql:1:16: error: 'User' has no field 'nam'. Did you mean 'name'? [unknown-field]
```

```graphql
query Q { node(id: 1) { email } }
```

```
Queries.graphql:1:25: error: 'Node' has no field 'email'. Did you mean to select it in '... on User'? [unknown-field]
```

Fix: correct the name, or select it in `... on` the type that has it.

## missing-selections

A field of an object type, interface or union needs a selection set.

```graphql
query Q { me }
```

```
Queries.graphql:1:11: error: 'me' has the type 'User' and needs a selection of fields: 'me { ... }' [missing-selections]
```

Fix: select what you need: `me { id }`.

## selections-on-leaf

A field of a scalar or enum has a selection set.

```graphql
query Q { me { name { first } } }
```

```
Queries.graphql:1:21: error: 'name' has the type 'String', which has no fields to select [selections-on-leaf]
```

Fix: remove the braces.

## field-conflict

Two selections have the same response name but cannot be one field: they are different fields, or have different arguments or types.

```graphql
query Q { me { a: name a: email } }
```

```
Queries.graphql:1:16: error: 'a' cannot be both the field 'name' and the field 'email'. Use different aliases [field-conflict]
Queries.graphql:1:24: note: The other 'a' is selected here
```

```graphql
query Q { users(first: 1) { id } users(first: 2) { id } }
```

```
Queries.graphql:1:11: error: 'users' is selected with (first: 1) here and with (first: 2) elsewhere. Give one of them an alias [field-conflict]
Queries.graphql:1:34: note: 'users' is selected with (first: 2) here
```

```graphql
# client.graphql
extend type Photo @key(fields: "url")
```

```graphql
# Queries.graphql
query Q { search(text: "a") { ... on User { url: name } } }
```

```
Queries.graphql:2:45: error: 'url' cannot be 'User.name' (String): 'Photo.url' (String!) identifies objects and is selected beside it. Select 'User.name' under another name [field-conflict]
client.graphql:2:19: note: The key of 'Photo' is declared here
```

```graphql
query Q { me { friends(first: 1) @connection(key: "Q_friends") { edges { cursor: __typename node { id } } } } }
```

```
Queries.graphql:1:74: error: 'cursor' cannot be 'FriendEdge.__typename' (String!) here: the connection selects 'FriendEdge.cursor' (String). Use another alias [field-conflict]
Queries.graphql:1:34: note: This connection selects it
```

Fix: give one an alias.

## selections-too-complex

The selections of an operation overlap in more ways than the compiler can compare in reasonable time.

No example: it would need thousands of selections.

Fix: use aliases, or fewer fragments on the same field.

## unknown-fragment

No document defines the fragment.

```graphql
query Q { me { ...UsrName } }
fragment UserName on User { name }
```

```
Queries.graphql:1:19: error: There is no fragment 'UsrName'. Did you mean 'UserName'? [unknown-fragment]
```

Fix: correct the name, or define it.

## unused-fragment

No operation reaches the fragment, and documents are validated by the specification's rules alone.

No example: the compiler accepts it, because another module may use the fragment.

Fix: remove it.

## fragment-cycle

A fragment spreads itself, directly or through others.

```graphql
fragment F on User { best { ...F } }
```

```
Queries.graphql:1:32: error: The fragment 'F' cannot spread itself [fragment-cycle]
```

Fix: write out as many levels as you need.

## impossible-fragment

No object can have both the fragment's type and the enclosing type.

```graphql
query Q { me { ... on Photo { url } } }
```

```
Queries.graphql:1:23: error: '... on Photo' can never apply here: no 'User' can be one [impossible-fragment]
```

Fix: remove it, or correct the type.

## fragment-on-non-composite

A fragment is on a scalar, an enum or an input object.

```graphql
fragment F on Color { name }
```

```
Queries.graphql:1:15: error: A fragment must be on an object type, an interface or a union, but 'Color' is an enum [fragment-on-non-composite]
```

Fix: name an object type, an interface or a union.

## unknown-argument

The field, directive or fragment has no such argument.

```graphql
query Q { user(id: 1, idd: 1) { id } }
```

```
Queries.graphql:1:23: error: 'Query.user' has no argument 'idd'. Did you mean 'id'? [unknown-argument]
```

Fix: correct the name.

## missing-argument

A required argument is missing.

```graphql
query Q { user { id } }
```

```
Queries.graphql:1:11: error: 'Query.user' needs the argument 'id' (ID!) [missing-argument]
schema.graphql:19:8: note: 'id' is defined here
```

```graphql
mutation M { befriend(name: "Ada") { friend @appendNode { id } } }
```

```
Queries.graphql:1:45: error: '@appendNode' needs the arguments 'connections' ([ID!]!) and 'edgeTypeName' (String!) [missing-argument]
```

Fix: add it.

## repeated-argument

An argument is passed twice.

```graphql
query Q { user(id: 1, id: 2) { id } }
```

```
Queries.graphql:1:23: error: The argument 'id' is given twice [repeated-argument]
Queries.graphql:1:16: note: 'id' is first given here
```

Fix: remove one.

## wrong-value

A value does not have the expected type.

```graphql
query Q { user(id: [true]) { id } }
```

```
Queries.graphql:1:20: error: Expected a value of type 'ID', found a list [wrong-value]
```

```graphql
query Q($id: ID!) { user(id: id) { name } }
```

```
Queries.graphql:1:30: error: Expected a value of type 'ID', found the enum value id. Did you mean the variable '$id'? [wrong-value]
```

Fix: write a value of that type.

## number-out-of-range

An integer does not fit the 32 bits of an `Int`, or a number does not fit a `Float`.

```graphql
query Q { users(first: 3000000000) { id } }
```

```
Queries.graphql:1:24: error: 3000000000 is out of range: an Int has 32 bits [number-out-of-range]
```

Fix: use a smaller one, or a scalar for large numbers.

## unknown-enum-value

The enum has no such value.

```graphql
query Q { users(color: REDD) { id } }
```

```
Queries.graphql:1:24: error: The enum 'Color' has no value 'REDD'. Did you mean 'RED'? [unknown-enum-value]
```

Fix: correct it.

## unknown-input-field

The input object has no such field.

```graphql
query Q { users(filter: {name: "A", colour: RED}) { id } }
```

```
Queries.graphql:1:37: error: The input object 'UserFilter' has no field 'colour'. Did you mean 'color'? [unknown-input-field]
```

Fix: correct the name.

## missing-input-field

A required field of an input object is missing.

```graphql
query Q { users(filter: {color: RED}) { id } }
```

```
Queries.graphql:1:25: error: The input object 'UserFilter' needs the field 'name' (String!) [missing-input-field]
```

Fix: give it.

## repeated-input-field

A field of an input object is set twice.

```graphql
query Q { users(filter: {name: "A", name: "B"}) { id } }
```

```
Queries.graphql:1:37: error: The input field 'name' is given twice [repeated-input-field]
Queries.graphql:1:26: note: 'name' is first given here
```

Fix: remove one.

## literal-for-custom-scalar

There is a literal for a custom scalar, although the configuration (`enable_strict_custom_scalars`) or a comment `#
relay:no_custom_scalar_literals` in the document requires variables.

```json
{"featureFlags": {"enable_strict_custom_scalars": true}}
```

```graphql
query Q { users(since: "2025-01-01") { id } }
```

```
Queries.graphql:1:24: error: A value of the custom scalar 'Date' must come from a variable, not from a literal [literal-for-custom-scalar]
```

Fix: use a variable.

## unknown-directive

There is no such directive.

```graphql
query Q { me @includ(if: true) { id } }
```

```
Queries.graphql:1:14: error: There is no directive '@includ'. Did you mean '@include'? [unknown-directive]
```

In a client schema extension:

```graphql
# client.graphql
extend type User @kye(fields: "name")
```

```
client.graphql:2:18: error: There is no directive '@kye'. Did you mean '@key'? [unknown-directive]
```

Fix: correct the name, or define it in the schema or in a schema extension. `@defer` and `@stream` depend on the server, whose schema declares
them if it supports them.

## misplaced-directive

The directive is not allowed here.

```graphql
query Q @include(if: true) { me { id } }
```

```
Queries.graphql:1:9: error: '@include' is not allowed on QUERY, only on FIELD, FRAGMENT_SPREAD, INLINE_FRAGMENT [misplaced-directive]
```

Fix: move it to one of the locations in the message.

## repeated-directive

The directive can be used only once here.

```graphql
query Q($a: Boolean!, $b: Boolean!) { me @include(if: $a) @include(if: $b) { id } }
```

```
Queries.graphql:1:59: error: '@include' can be used only once here [repeated-directive]
Queries.graphql:1:42: note: '@include' is first used here
```

Fix: combine them, or nest an inline fragment.

## duplicate-variable

Two variables have the same name.

```graphql
query Q($a: Int, $a: ID) { users(first: $a) { id } }
```

```
Queries.graphql:1:18: error: The variable '$a' is already defined [duplicate-variable]
Queries.graphql:1:9: note: '$a' is first defined here
```

Fix: rename one.

## variable-of-output-type

A variable, or an argument of a fragment, has an object type, an interface or a union as its type.

```graphql
query Q($u: User) { me { id } }
```

```
Queries.graphql:1:13: error: The type of a variable must be a scalar, an enum or an input object, but 'User' is an object type [variable-of-output-type]
```

Fix: use an input object.

## default-of-non-null-variable

A variable that cannot be null has a default value, which is never used.

```graphql
query Q($n: Int! = 3) { users(first: $n) { id } }
```

```
Queries.graphql:1:20: error: '$n' is non-null and has a default value. Remove one of the two: the '!' or the default [default-of-non-null-variable]
```

The arguments of a `@refetchable` fragment are variables of its query. (In other fragments, the type of an argument with a default value may be
non-null.)

```graphql
fragment F on User @refetchable(queryName: "FQuery") @argumentDefinitions(n: {type: "Int!", defaultValue: 3}) {
  friends(first: $n) { edges { node { id } } }
}
```

```
Queries.graphql:1:107: error: 'n' becomes a variable of the refetch query, which is non-null and has a default value. Remove one of the two: the '!' or the default [default-of-non-null-variable]
```

Fix: remove the `!` or the default.

## undefined-variable

An operation, or a fragment that it spreads, uses a variable that the operation does not define.

```graphql
query Q { user(id: $id) { id } }
```

```
Queries.graphql:1:20: error: '$id' is not defined by the operation 'Q'. Add '$id: ID!' to its variables [undefined-variable]
```

```graphql
query Q($size: Int) { me { photo(size: $size) { url } ...UserPhoto } }
fragment UserPhoto on User { small: photo(size: $sise) { url } }
```

```
Queries.graphql:2:49: error: '$sise' is used here, but 'Q' does not define it. Did you mean '$size'? [undefined-variable]
Queries.graphql:1:7: note: 'Q' is defined here
```

Fix: define it: `query Q($id: ID!)`. If only a fragment needs it, the fragment can declare it with a default
instead: `@argumentDefinitions(count: {type: "Int", defaultValue: 10})`.

## unused-variable

A variable is never used.

```graphql
query Q($id: ID) { me { id } }
```

```
Queries.graphql:1:9: error: 'Q' does not use its variable '$id'. Remove it [unused-variable]
```

Fix: remove it.

## useless-unused-variables-marker

`@DEPRECATED__relay_ignore_unused_variables_error` on an operation whose variables are all used.

```graphql
query Q @DEPRECATED__relay_ignore_unused_variables_error { me { id } }
```

```
Queries.graphql:1:9: error: 'Q' uses all of its variables. Remove '@DEPRECATED__relay_ignore_unused_variables_error' [useless-unused-variables-marker]
```

Fix: remove it.

## variable-of-wrong-type

A variable does not have the type that is expected where it is used.

```graphql
query Q($id: Int) { user(id: $id) { id } }
```

```
Queries.graphql:1:30: error: '$id' is 'Int', but 'ID!' is expected here [variable-of-wrong-type]
Queries.graphql:1:9: note: '$id' is defined here
```

Fix: change the variable's type.
"""##

  private static let relayDiagnostics = ##"""
# Relay diagnostics

Diagnostics of Relay's own directives and rules. The examples compile exactly as shown, against <doc:ExampleSchema>.

## argument-definition

An argument of a fragment is not declared as `{type: "T", defaultValue: v}` or `{type: "T", provider: "module"}`.

```graphql
fragment F on User @argumentDefinitions(size: "Int") { id }
```

```
Queries.graphql:1:47: error: The declaration of the argument 'size' must be an object such as {type: "Int"} [argument-definition]
```

```graphql
fragment F on User @argumentDefinitions(size: {type: "Int", default: 10}) { photo(size: $size) { url } }
```

```
Queries.graphql:1:61: error: Unknown option 'default' in the declaration of an argument. The options are 'type', 'defaultValue' and 'provider' [argument-definition]
```

Fix: declare it: `size: {type: "Int", defaultValue: 10}`.

## passed-provided-argument

A spread passes an argument that has a provider.

```graphql
query Q { me { ...UserPhoto @arguments(size: 1) } }
fragment UserPhoto on User @argumentDefinitions(size: {type: "Int", provider: "PhotoSize"}) { photo(size: $size) { url } }
```

```
Queries.graphql:1:40: error: 'size' has a provider and cannot be passed [passed-provided-argument]
Queries.graphql:2:49: note: 'size' is declared here
```

Fix: do not pass it.

## provided-variable-names

The names of two providers differ only in punctuation.

```graphql
fragment F on User @argumentDefinitions(
  a: {type: "Int", provider: "Photo.size"}
  b: {type: "Int", provider: "Photo-size"}
) { a: photo(size: $a) { url } b: photo(size: $b) { url } }
```

```
Queries.graphql:3:3: error: The providers 'Photo.size' and 'Photo-size' become the same variable, because only letters, digits and underscores of a name count. Rename one of them [provided-variable-names]
Queries.graphql:2:3: note: 'Photo.size' provides '$a' here
```

Fix: rename one.

## provided-variable-types

One provider is used for two types.

```graphql
fragment F on User @argumentDefinitions(
  a: {type: "Int", provider: "Size"}
  b: {type: "String", provider: "Size"}
) { photo(size: $a) { width(unit: $b) } }
```

```
Queries.graphql:3:3: error: The provider 'Size' must have one type everywhere, but it is 'String' here and 'Int' elsewhere [provided-variable-types]
Queries.graphql:2:3: note: It provides 'Int' here
```

Fix: use two providers.

## unused-fragment-variable

A fragment declares an argument but does not use it.

```graphql
fragment F on User @argumentDefinitions(a: {type: "Int"}) { id }
```

```
Queries.graphql:1:41: error: 'F' does not use its argument '$a'. Remove it, or mark it with 'unusedLocalVariable_DEPRECATED: true' [unused-fragment-variable]
```

Fix: remove it.

## assignable-fragment

An `@assignable` fragment contains more than a plain `__typename`.

```graphql
fragment F on User @assignable { id }
```

```
Queries.graphql:1:34: error: An assignable fragment stands for an object, not for data. It must select '__typename' and nothing else [assignable-fragment]
```

Fix: select `__typename` alone, without directives.

## updatable-condition

`@include` or `@skip` in an `@updatable` query or fragment.

```graphql
query Q($a: Boolean!) @updatable { me { name @include(if: $a) } }
```

```
Queries.graphql:1:46: error: '@include' and '@skip' are not allowed in updatable operations, because an update cannot depend on a condition. Remove it [updatable-condition]
```

Fix: remove it.

## updatable-directive

A directive that an `@updatable` query or fragment cannot have.

```graphql
query Q @updatable { me { name @required(action: LOG) } }
```

```
Queries.graphql:1:32: error: '@required' is not allowed in updatable operations. Remove it [updatable-directive]
```

Fix: remove it.

## updatable-inline-fragment

An inline fragment that an `@updatable` query or fragment cannot have.

```graphql
query Q @updatable { node(id: 1) { ... on User { name } } }
```

```
Queries.graphql:1:22: error: In updatable operations every inline fragment must select '__typename', which distinguishes the types. Add it [updatable-inline-fragment]
```

Fix: use a single level of inline fragments, each with a type and `__typename`.

## updatable-or-assignable-spread

An updatable or assignable fragment is spread where that is not allowed.

```graphql
query Q { me { ...F @alias } }
fragment F on User @updatable { name }
```

```
Queries.graphql:1:21: error: '@alias' is not allowed on the spread of an updatable fragment [updatable-or-assignable-spread]
```

```graphql
fragment F on User { ...G }
fragment G on User @assignable { __typename }
```

```
Queries.graphql:1:25: error: An assignable fragment stands for the object of a field. Spread it in the selections of a field [updatable-or-assignable-spread]
```

Fix: spread it on a linked field, without directives. Inside an inline fragment, give that an `@alias`, or let the field consist of
inline fragments on object types with `__typename` each.

## updatable-spread

A fragment that is spread in an `@updatable` query or fragment is not `@assignable`, or its type does not fit.

```graphql
query Q @updatable { me { ...F } }
fragment F on User { name }
```

```
Queries.graphql:1:30: error: Updatable operations can spread only assignable fragments. Add '@assignable' to 'F' to assign it [updatable-spread]
```

In the selections of the definition itself, where Relay accepts it, this is a warning: the updater cannot read the fragment's data.

Fix: make the fragment `@assignable`.

## too-many-selections

A definition and its fragments select more fields than the compiler supports.

No example: it would need half a million fields.

Fix: split it up.

## too-much-output

The texts of all operations of a module, or the generated Swift, are larger than the compiler supports. An operation contains the fields of a
fragment once for each place in which the fragment is spread.

No example: it would need hundreds of megabytes.

Fix: spread large fragments in fewer places, or divide the documents among several modules.

## reserved-variable

A variable's name begins with `__relay_internal`.

```graphql
query Q($__relay_internal_id: ID!) { user(id: $__relay_internal_id) { id } }
```

```
Queries.graphql:1:9: error: '$__relay_internal_id' cannot be declared: names that begin with '__relay_internal' are reserved for the compiler [reserved-variable]
```

Fix: rename it.

## fragment-argument-too-large

Fragments pass their arguments on inside objects or lists repeatedly, until the value is too large to be generated, or nests deeper than
selections may.

No example: it would need a long chain of fragments that each pass on `{and: [$x, $x]}`.

Fix: declare a variable of the operation for the value.

## too-many-fragment-copies

Fragments with arguments result in more copies than can be generated.

No example: it would need thousands of spreads.

Fix: pass fewer different arguments.

## empty-selections

An operation or fragment is empty once constant conditions are applied. In a query, ids that the compiler adds do not count.

```graphql
query Q { me @skip(if: true) { id } }
```

```
Queries.graphql:1:7: error: The query 'Q' is empty once selections under conditions that never hold are removed. Remove the definition, or the conditions that are always false [empty-selections]
```

A fragment that an operation spreads is ignored with a warning, because people write such conditions while debugging.
Its Swift types stay, and so do the properties of fields under such conditions: they are optional and nil.

Fix: remove it, or the condition.

## nesting-depth

An operation and its fragments nest deeper than the compiler supports.

No example: it would need hundreds of levels.

Fix: refetch the deep part with a separate query.

## required-action

`@required` has an action that does not make sense for the field, or that the configuration does not allow.

```graphql
query Q { me { id @required(action: DANGEROUSLY_THROW_ON_SEMANTICALLY_NULLABLE_FIELD) } }
```

```
Queries.graphql:1:37: error: This field is null only if there was an error, so the dangerous action is not needed. Use the action THROW [required-action]
```

```json
{"featureFlags": {"disallow_required_action_throw_on_semantically_nullable_fields": true}}
```

```graphql
query Q { me { name @required(action: THROW) } }
```

```
Queries.graphql:1:39: error: Null is a valid value of this field and no reason to throw. Use the action LOG or NONE, or remove '@required' [required-action]
```

Fix: use the action that the message names.

## required-action-mismatch

One field is `@required` with different actions.

```graphql
query Q { me { name @required(action: LOG) ... on User { name @required(action: NONE) } } }
```

```
Queries.graphql:1:39: error: 'name' is required with LOG here and with NONE elsewhere. Use one action [required-action-mismatch]
Queries.graphql:1:81: note: 'name' is required with NONE here
```

Fix: use one action.

## required-mismatch

A field is `@required` in one selection but not in another.

```graphql
query Q { me { name @required(action: THROW) ... on User { name } } }
```

```
Queries.graphql:1:16: error: 'name' is required here, but not where the same object is selected elsewhere. Add '@required' there, or remove it here [required-mismatch]
Queries.graphql:1:60: note: 'name' is selected without '@required' here
```

Fix: use it in both.

## required-missing

A parent is selected twice, and only once with its `@required` field.

```graphql
query Q { me { name @required(action: LOG) } me { id } }
```

```
Queries.graphql:1:16: error: 'name' is required here, but the same 'me' is selected elsewhere without it. Select it there too [required-missing]
Queries.graphql:1:46: note: 'me' is selected without 'name' here
```

Fix: select it in both.

## required-nesting

A `@required` field is less severe than its `@required` parent.

```graphql
query Q { me @required(action: THROW) { name @required(action: LOG) } }
```

```
Queries.graphql:1:32: error: A required field in 'me' makes it null with the milder action LOG before THROW applies. Use LOG here, or THROW there [required-nesting]
Queries.graphql:1:64: note: 'name' is required with LOG here
```

Fix: use the parent's action, or a stronger one.

## required-in-abstract

`@required` is in an inline fragment that may not match, so a null field looks the same as another type.

```graphql
query Q { node(id: 1) { ... on Named { name @required(action: LOG) } } }
```

```
Queries.graphql:1:45: error: If this fragment on an abstract type does not match, the field is absent, which looks like a required field that is null. Add '@alias' to the inline fragment [required-in-abstract]
```

Fix: name the fragment with `@alias`.

## required-in-inline

`@required` in an `@inline` fragment.

```graphql
fragment F on User @inline { name @required(action: LOG) }
```

```
Queries.graphql:1:35: error: '@required' has no effect in an '@inline' fragment, whose data is passed on unchanged [required-in-inline]
```

Fix: remove it.

## required-in-mutation

`@required(action: THROW)` in the response of a mutation.

```graphql
mutation M { befriend(name: "Ada") { count @required(action: THROW) } }
```

```
Queries.graphql:1:44: error: A mutation's response is not read by a view, so nothing could catch this error. Use the action LOG or NONE [required-in-mutation]
```

Fix: use `LOG` or `NONE`.

## catch-and-required

`@catch` and `@required` on one field.

```graphql
query Q { me { name @catch @required(action: LOG) } }
```

```
Queries.graphql:1:28: error: 'name' has both '@required' and '@catch', which handle errors differently. Remove one of them [catch-and-required]
Queries.graphql:1:21: note: '@catch' is here
```

Fix: keep one.

## catch-without-alias

`@catch` on an inline fragment without `@alias`.

```graphql
query Q { me { ... @catch { name } } }
```

```
Queries.graphql:1:20: error: '@catch' on an inline fragment needs a name for its result. Add '@alias' [catch-without-alias]
```

Fix: add `@alias`.

## client-field-without-catch

A field of a schema extension is under `@throwOnFieldError`. Reading it would throw until it has been set.

```graphql
fragment F on User @throwOnFieldError { note }
```

```
Queries.graphql:1:41: error: This client field may not have been set yet, which is an error under '@throwOnFieldError'. Add '@catch' to handle it [client-field-without-catch]
```

Fix: add `@catch` to the field.

## alias-argument

`@alias` without a usable `as`.

```graphql
query Q { me { ... @alias { id } } }
```

```
Queries.graphql:1:20: error: An inline fragment without a type condition has no name for its alias. Add 'as' to '@alias' [alias-argument]
```

Fix: write `@alias(as: "name")`.

## invalid-name

A string that becomes a name, or part of one, is not a GraphQL name (specification, section 2.1.9): letters, digits and underscores, not
beginning with a digit. Relay accepts any text for most of these; here it would become Swift, a file name, or GraphQL that is sent. The
same error says that a fragment has the name of a module that its own module imports, which its type would hide in Swift.

```graphql
fragment F on User @refetchable(queryName: "../F") { name }
```

```
Queries.graphql:1:44: error: 'queryName' becomes the name of a query and of its Swift type, so it must be a GraphQL name, but '../F' is not: a name has letters, digits and underscores, and does not begin with a digit. Did you mean 'F'? [invalid-name]
```

```graphql
query Q { me { ...F @alias(as: "1") } }
fragment F on User { name }
```

```
Queries.graphql:1:32: error: 'as' of '@alias' becomes the name of a property, so it must be a GraphQL name, but '1' is not: a name has letters, digits and underscores, and does not begin with a digit. Did you mean '_1'? [invalid-name]
```

```graphql
query Q { me { friends(first: 3) @connection(key: "Q-friends_friends") { edges { node { id } } } } }
```

```
Queries.graphql:1:51: error: The key of a connection becomes part of a field's name in the store, so it must be a GraphQL name, but 'Q-friends_friends' is not: a name has letters, digits and underscores, and does not begin with a digit. Did you mean 'Q_friends_friends'? [invalid-name]
```

```graphql
query Q { me { ...F @defer(label: "name & more") } }
fragment F on User { name }
```

```
Queries.graphql:1:35: error: The label of '@defer' becomes part of a label that begins with the definition's name, so it must be a GraphQL name, but 'name & more' is not: a name has letters, digits and underscores, and does not begin with a digit. Did you mean 'name_more'? [invalid-name]
```

Fix: write a name.

## alias-conflict

An alias of a fragment is also the name of a field or of another alias.

```graphql
query Q { me { name ...F @alias(as: "name") } }
fragment F on User { id }
```

```
Queries.graphql:1:37: error: A field here is already called 'name'. Choose another alias for the fragment [alias-conflict]
Queries.graphql:1:16: note: The field 'name' is selected here
```

Fix: choose another.

## alias-on-plural-fragment

`@alias` on a spread of a fragment that is `@relay(plural: true)`.

```graphql
query Q { users { ...F @alias } }
fragment F on User @relay(plural: true) { id }
```

```
Queries.graphql:1:24: error: 'F' is plural, but an alias stands for a single object. Remove '@alias' [alias-on-plural-fragment]
Queries.graphql:2:10: note: 'F' is plural here
```

Fix: remove one of the two.

## alias-required

A spread that may not match is read as if it always matched.

```graphql
query Q { node(id: 1) { ...UserName } }
fragment UserName on User { name }
```

```
Queries.graphql:1:28: error: Not every 'Node' is of type 'User', so 'UserName' may not match here. Add '@alias' to read it as an optional [alias-required]
```

Fix: add `@alias` to the spread, which gives it a nullable property. An inline fragment around the spread does not change that, unless it has
an alias. Spreads of `@updatable` and `@assignable` fragments need none. For documents that come from another client and stay as they are, set
the feature flag `enforce_fragment_alias_where_ambiguous` to `false`: the fragment's accessor is an optional then.

## reserved-alias

An alias is reserved for Relay.

```graphql
query Q { me { id: name } }
```

```
Queries.graphql:1:16: error: 'id' has a meaning for the store, so no other field can have that name. Choose another alias [reserved-alias]
```

Fix: choose another.

## double-underscore-alias

An alias begins with two underscores.

```graphql
query Q { me { __name: name } }
```

```
Queries.graphql:1:16: error: Names that begin with two underscores are reserved for GraphQL and the compiler. Choose another alias [double-underscore-alias]
```

Fix: choose another.

## typename-on-root

`__typename` at the root of an operation.

```graphql
query Q { __typename me { id } }
```

```
Queries.graphql:1:11: error: The root of an operation always has the same type, which the store does not keep. Remove '__typename' [typename-on-root]
```

Fix: remove it.

## unselectable-field

The schema forbids the selection of the field.

```graphql
query Q { me { password } }
```

```
Queries.graphql:1:16: error: The schema does not allow 'User.password' to be selected. Reason: "nobody may know it" [unselectable-field]
```

Fix: remove it; the schema says why.

## module-name

With the feature flag, the name of an operation or fragment does not begin with the name of its file.

```json
{"featureFlags": {"enforce_module_name_prefix_for_non_haste": true}}
```

```graphql
# Profile.graphql
fragment UserPhoto on User { photo { url } }
```

```
Profile.graphql:2:10: error: In this file, the name of a fragment must begin with 'Profile', but 'UserPhoto' does not [module-name]
```

Fix: rename it.

## mutation-coverage

With `swift.mutationCoverage`, the answer to a mutation does not select a field that the mutation may have changed and that a fragment shows.

```json
{"swift": {"mutationCoverage": "warning"}}
```

```graphql
# schema.graphql
type Query { todo(id: ID!): Todo }
type Mutation { renameTodo(id: ID!, text: String!): RenameTodoPayload }
type RenameTodoPayload { todo: Todo }
type Todo { id: ID! text: String complete: Boolean }
```

```graphql
mutation RenameTodo($id: ID!) { renameTodo(id: $id, text: "Tea") { todo { id } } }
fragment TodoRow_todo on Todo { text complete }
```

```
Queries.graphql:1:68: warning: 'renameTodo' may change 'text' of this 'Todo', which 'TodoRow_todo' shows, but the answer does not select it. Spread the fragment, or select it [mutation-coverage]
Queries.graphql:2:33: note: 'TodoRow_todo' shows 'text' here; 'renameTodo' has an input of that name
```

Fix: spread the fragment, or select the field.

## non-node-id

With `schemaConfig.nonNodeIdFields`, a field `id` is not an `ID`, so the store cannot identify objects by it.

```json
{"schemaConfig": {"nonNodeIdFields": {"allowedIdTypes": {}}}}
```

```graphql
query Q { thing { id } }
```

```
Queries.graphql:1:19: error: 'Thing.id' has the type 'Int', but the store takes a field of this name for the object's identity. If it is not, list it in 'nonNodeIdFields' [non-node-id]
```

Fix: use an alias, or allow the type in `schemaConfig.nonNodeIdFields`.

## dynamic-argument

An argument that the compiler needs to know is a variable.

```graphql
query Q($action: RequiredFieldAction!) { me { name @required(action: $action) } }
```

```
Queries.graphql:1:70: error: 'action' of '@required' is read at compile time, so it must be a literal without variables [dynamic-argument]
```

Fix: write a literal.

## relay-argument

An argument of `@relay` is not a boolean literal.

```graphql
query Q($plural: Boolean) { me { ...F @relay(mask: $plural) } }
fragment F on User { id }
```

```
Queries.graphql:1:52: error: 'mask' of '@relay' decides what is generated, so it must be true or false [relay-argument]
```

Fix: write `true` or `false`.

## unmasked-fragment-with-directives

`@relay(mask: false)` on the spread of a fragment that has directives.

```graphql
query Q { me { ...F @relay(mask: false) } }
fragment F on User @inline { id }
```

```
Queries.graphql:1:19: error: A fragment with directives of its own cannot be unmasked, because they would be lost [unmasked-fragment-with-directives]
Queries.graphql:2:10: note: The fragment 'F' with its directives is defined here
```

Fix: remove one of the two.

## unmasked-variable-conflict

Fragments that are unmasked into the same fragment use a variable with different types, or both as an argument and as a global variable.

```graphql
fragment F on User @argumentDefinitions(size: {type: "Int"}) { photo(size: $size) { url } ...G @relay(mask: false) }
fragment G on User { best { photo(size: $size) { url } } }
```

```
Queries.graphql:1:41: error: Without the mask, the argument '$size' would be confused with the variable of the same name. Rename one of them [unmasked-variable-conflict]
Queries.graphql:2:41: note: The variable '$size' is used here
```

Fix: rename the variable in one.

## inline-fragment-directive

A directive on the spread of an `@inline` fragment that is not supported there.

```graphql
query Q { me { ...F @relay(mask: true) } }
fragment F on User @inline { name }
```

```
Queries.graphql:1:21: error: '@relay' is not allowed on the spread of an '@inline' fragment, which is read with its parent [inline-fragment-directive]
```

Fix: remove it.

## connection-arguments

A connection without `first` and `last`.

```graphql
query Q { me { friends @connection(key: "Q_friends") { edges { node { id } } } } }
```

```
Queries.graphql:1:16: error: A connection needs a page size. Pass 'first' or 'last' to 'friends' [connection-arguments]
```

Fix: pass one of them.

## connection-edges

A connection without a selection of its edges.

```graphql
query Q { me { friends(first: 10) @connection(key: "Q_friends") { pageInfo { hasNextPage } } } }
```

```
Queries.graphql:1:16: error: A connection must select 'edges' itself. Add 'edges { node { ... } }' to 'friends' [connection-edges]
```

Fix: select `edges { node { ... } }`.

## connection-type

`@connection` is on a field that is a list, or not an object.

```graphql
query Q { users(first: 1) @connection(key: "Q_users") { id } }
```

```
Queries.graphql:1:27: error: '@connection' must be on a field with a single object, but 'users' has the type '[User!]' [connection-type]
```

Fix: put it on the connection's field.

## connection-schema

The type of the connection lacks a part of a connection.

```graphql
query Q { me { photo @connection(key: "Q_photo") { url } } }
```

```
Queries.graphql:1:22: error: 'photo' is not a connection: its type 'Photo' lacks 'edges' with a list of objects [connection-schema]
```

Fix: the schema must follow the cursor connections specification; other names can be configured.

## connection-key

The key of a connection is not a literal of the form `Name_field`.

```graphql
query Q { me { friends(first: 1) @connection(key: "friends") { edges { node { id } } } } }
```

```
Queries.graphql:1:51: error: A connection's key must end in the name of its field, as in 'SomeName_friends', but this one is 'friends' [connection-key]
```

Fix: write `key: "Component_friends"`.

## connection-filters

The filters of a connection are not a list of the field's arguments.

```graphql
query Q { me { friends(first: 1, order: "name") @connection(key: "Q_friends", filters: ["oder"]) { edges { node { id } } } } }
```

```
Queries.graphql:1:88: error: 'oder' is not an argument of this connection. Did you mean 'order'? Filters name the arguments that distinguish one list from another; without 'filters', all of them do [connection-filters]
```

Fix: name arguments that the field has here.

## connection-handler

The handler of a connection is not a literal.

```graphql
query Q($h: String) { me { friends(first: 1) @connection(key: "Q_friends", handler: $h) { edges { node { id } } } } }
```

```
Queries.graphql:1:85: error: The handler of the connection 'friends' must be a string literal [connection-handler]
```

Fix: write a string.

## stream-connection-alias

An alias for `edges` or `pageInfo` in a `@stream_connection`.

```graphql
query Q { me { friends(first: 1) @stream_connection(key: "Q_friends", initial_count: 1) { e: edges { node { id } } } } }
```

```
Queries.graphql:1:91: error: The field 'edges' cannot have an alias under '@stream_connection'. Remove the alias [stream-connection-alias]
```

Fix: remove it.

## directive-without-effect

A directive of Relay has no effect in Swift: `@match` and `@connection` on scalars, `@exec_time_resolvers`,
`@live_query`, `@__debug`. Or `@maxAge` is where no data can be stale: on a field that only the client knows, or in a mutation or subscription.

```graphql
query Q { me { name @connection(key: "Q_name") } }
```

```
Queries.graphql:1:21: warning: '@connection' has no effect here. Remove it [directive-without-effect]
```

Fix: remove it.

## unsupported-directive

A directive that Relay also rejects here, that would make a server's response load code (`@match`, `@module`), which is not possible in
Swift, or that requires a value computed in JavaScript (`@relay_resolver`, `@RelayOutputType`).

```graphql
query Q { me { ...F @module(name: "F.react") } }
fragment F on User { name }
```

```
Queries.graphql:1:21: error: '@module' lets the server choose code to load, which Swift cannot do. Spread 'F' with '@alias' in an inline fragment instead [unsupported-directive]
```

```graphql
query Q { me { best @waterfall { name } } }
```

```
Queries.graphql:1:21: error: '@waterfall' is for fields of resolvers that lead back to the server, and this is not one. Remove it [unsupported-directive]
```

Fix: write what the message says, or remove it.

## declarative-connection

A use of `@appendEdge`, `@prependEdge`, `@appendNode`, `@prependNode`, `@deleteEdge` or `@deleteRecord` is not allowed here.

```graphql
mutation M($c: [ID!]!) { befriend(name: "Ada") { friend { name @appendEdge(connections: $c) } } }
```

```
Queries.graphql:1:64: error: '@appendEdge' must be on the field with the new object, but 'name' is a scalar [declarative-connection]
```

```graphql
mutation M($c: [ID!]!) { befriend(name: "Ada") { friend @appendNode(connections: $c, edgeTypeName: "FriendEgde") { id } } }
```

```
Queries.graphql:1:100: error: The schema has no object type 'FriendEgde', which 'edgeTypeName' of '@appendNode' names. Did you mean 'FriendEdge'? [declarative-connection]
```

Fix: put it on the field that returns the edge, the node or the deleted id.

## cache-control-in-document

A document says with Apollo's directive for schemas how old its data may be. The directive of documents is `@maxAge`.

```graphql
query Q { me { name @cacheControl(maxAge: 60) } }
```

```
Queries.graphql:1:21: error: '@cacheControl' is for schemas. In a document, '@maxAge(seconds: 60)' on a field or a query says how old its data may be [cache-control-in-document]
```

Fix: `@maxAge(seconds: 60)` on the field, or on the query for all its data. It is not sent to the server.

## invalid-max-age

A value of `@maxAge` is negative, or comes from a variable. The compiler reads both, because the ages are in the generated plans.

```graphql
query Q { me @maxAge(seconds: -1) { name } }
```

```
Queries.graphql:1:31: error: 'seconds' is a number of seconds and cannot be negative, found -1 [invalid-max-age]
```

Fix: write a number of seconds. `@maxAge(seconds: 0)` is always stale.

## invalid-invalidation

`@invalidates` is not on a field of a mutation or subscription, names nothing, or names a type or field that does not exist or is never fetched.

```graphql
mutation M { befriend(name: "Ada") @invalidates(types: ["Usr"]) { count } }
```

```
Queries.graphql:1:57: error: The schema has no type 'Usr' that could be stale. Did you mean 'User'? [invalid-invalidation]
```

```graphql
mutation M { befriend(name: "Ada") @invalidates(fields: ["users"]) { count } }
```

```
Queries.graphql:1:58: error: 'users' must be a type and one of its fields, as in 'Query.todos'. Did you mean 'Query.users'? [invalid-invalidation]
```

```graphql
query Q { me @invalidates(types: ["User"]) { name } }
```

```
Queries.graphql:1:14: error: '@invalidates' says what is stale after a mutation, and this is a query. Put it on a field of the mutation or subscription itself [invalid-invalidation]
```

Fix: in `types`, name objects, interfaces or unions; in `fields`, a type with one of its fields: `Query.users`.

## defer-on-inline-fragment

`@defer` on an inline fragment.

```graphql
query Q { me { ... @defer { name } } }
```

```
Queries.graphql:1:20: error: '@defer' is not supported on inline fragments. Move the selections to a named fragment, and put '@defer' on its spread [defer-on-inline-fragment]
```

Fix: make it a fragment and defer the spread.

## incremental-label

The label of `@defer` or `@stream` is not a literal, or not unique.

```graphql
query Q { me { ...A @defer(label: "x") ...B @defer(label: "x") } }
fragment A on User { name }
fragment B on User { email }
```

```
Queries.graphql:1:21: error: Another '@defer' of this document has the same label. Give this one a 'label' of its own [incremental-label]
Queries.graphql:1:45: note: The other '@defer' is here
```

Fix: give each a different label, or none.

## stream-on-scalar

`@stream` on a field without selections.

```graphql
query Q { me { nicknames @stream(initialCount: 1) } }
```

```
Queries.graphql:1:26: error: '@stream' needs a list of objects, but 'nicknames' is a scalar [stream-on-scalar]
```

Fix: stream lists of objects.

## stream-on-single-field

`@stream` is on a field that is not a list.

```graphql
query Q { me @stream(initialCount: 1) { id } }
```

```
Queries.graphql:1:14: error: '@stream' needs a list of objects, but 'me' is not a list [stream-on-single-field]
```

Fix: remove it.

## stream-initial-count

`@stream` lacks the number of initial items.

```graphql
query Q { users @stream { id } }
```

```
Queries.graphql:1:17: error: '@stream' needs the number of items that come first. Add 'initialCount' [stream-initial-count]
```

Fix: add it.

## refetchable-type

`@refetchable` on a fragment whose objects cannot be fetched again.

```graphql
fragment F on PageInfo @refetchable(queryName: "FQuery") { hasNextPage }
```

```
Queries.graphql:1:10: error: 'F' cannot be refetched, because no query can find its object again. It must be on the query type, on 'Viewer', on a type all of whose objects implement 'Node', or on one with '@fetchable' [refetchable-type]
```

Fix: put it on a fragment on `Query`, `Viewer` or a type that implements `Node`.

## refetchable-plural

`@refetchable` and `@relay(plural: true)` on one fragment.

```graphql
fragment F on User @refetchable(queryName: "FQuery") @relay(plural: true) { id }
```

```
Queries.graphql:1:54: error: 'F' is plural, but only a single object can be refetched. Put '@refetchable' on a fragment of a single object [refetchable-plural]
```

Fix: keep one.

## refetchable-query-name

`queryName` is not a literal.

```graphql
query Q($q: String!) { me { ...F } }
fragment F on User @refetchable(queryName: $q) { id }
```

```
Queries.graphql:2:20: error: 'queryName' becomes the name of a type, so it must be a string literal [refetchable-query-name]
```

Fix: write a string.

## duplicate-refetchable-query

The query of a `@refetchable` fragment has a name that is taken.

```graphql
query UserQuery { me { ...F } }
fragment F on User @refetchable(queryName: "UserQuery") { id }
```

```
Queries.graphql:2:44: error: 'UserQuery' is the name of another definition. Choose another 'queryName' [duplicate-refetchable-query]
Queries.graphql:1:7: note: The other 'UserQuery' is defined here
```

```graphql
fragment F on User @refetchable(queryName: "UserQuery") { id }
fragment G on User @refetchable(queryName: "UserQuery") { id }
```

```
Queries.graphql:1:10: error: 'F' and 'G' would both generate the query 'UserQuery'. Give each its own 'queryName' [duplicate-refetchable-query]
Queries.graphql:2:10: note: 'G' is defined here
```

Fix: choose another.

## refetchable-query-type

The schema has no type for queries.

```json
{"featureFlags": {"disable_schema_validation": true}}
```

```graphql
# schema.graphql
schema { mutation: M }
type M { user: User }
type User { id: ID! }
```

```graphql
fragment F on User @refetchable(queryName: "FQuery") { id }
```

```
Queries.graphql:1:20: error: The schema has no query type, so nothing can be refetched [refetchable-query-type]
```

Fix: add it.

## refetchable-schema

The schema lacks the field that would fetch the object again.

```graphql
# schema.graphql
interface Node { id: ID! }
type User implements Node { id: ID! }
type Query { me: User }
```

```graphql
fragment F on User @refetchable(queryName: "FQuery") { id }
```

```
Queries.graphql:1:10: error: 'F' cannot be refetched: the schema needs an interface 'Node' with a field 'id', and the query type a field 'node' with the id as its only argument [refetchable-schema]
```

Fix: the query type needs `node(id: ID!): Node`, `viewer`, or what `@fetchable` names.

## refetchable-id-variable

The fragment uses `$id`, which the refetch query needs.

```graphql
fragment F on User @refetchable(queryName: "FQuery") @argumentDefinitions(id: {type: "Int"}) { photo(size: $id) { url } }
```

```
Queries.graphql:1:75: error: The query of 'F' needs '$id' for itself. Rename the fragment's own variable [refetchable-id-variable]
```

Fix: rename the variable.

## refetchable-variable-conflict

An argument of the fragment has the name of a global variable of the refetch query.

```graphql
fragment F on User @refetchable(queryName: "FQuery") @argumentDefinitions(size: {type: "Int"}) { photo(size: $size) { url } best { ...G } }
fragment G on User { photo(size: $size) { url } }
```

```
Queries.graphql:1:75: error: '$size' is both an argument of this fragment and a variable of its operations, and a query cannot declare both. Rename one of them [refetchable-variable-conflict]
Queries.graphql:2:34: note: '$size' is used as a variable of the operation here
```

Fix: rename it.

## refetchable-connection

The connection of a `@refetchable` fragment cannot be paged: there are two, it is below a list, or its arguments are not variables.

```graphql
fragment F on User @refetchable(queryName: "FQuery") {
  friends(first: 10) @connection(key: "F_friends") { edges { node { id } } }
}
```

```
Queries.graphql:1:10: error: 'F' cannot be paged: 'first' and 'after' of its connection must be variables, which paging sets [refetchable-connection]
```

Fix: use variables for `first` and `after`.

## refetchable-directives

`directives` is not a list of literal directives.

```graphql
fragment F on User @refetchable(queryName: "FQuery", directives: ["live"]) { id }
```

```
Queries.graphql:1:66: error: 'directives' is a list of string literals, each one a directive for the query such as "@live" [refetchable-directives]
```

Fix: write `["@live"]`.

## custom-scalar-type

With `requireCustomScalarTypes`, a custom scalar has no entry in `customScalarTypes`.

```json
{"requireCustomScalarTypes": true}
```

```graphql
query Q { me { born } }
```

```
Queries.graphql:1:16: error: The custom scalar 'Date' has no Swift type. Name one in 'customScalarTypes' of relay.config.json [custom-scalar-type]
```

Fix: name the Swift type in `customScalarTypes` of relay.config.json.

## supported-argument

The argument `supported` of a field that loads data by type is not a list of literal strings.

```graphql
# schema.graphql
interface Part { name: String }
type Header implements Part { name: String }
type Query { part(supported: [String!]): Part }
```

```graphql
query Q($types: [String!]) { part(supported: $types) { name } }
```

```
Queries.graphql:1:46: error: 'supported' is read at compile time, so it must be a list of string literals [supported-argument]
```

Fix: write the names of the types as literals.
"""##

  private static let schemaDiagnostics = ##"""
# Schema diagnostics

Diagnostics of schemas (specification, section 3). Each example is a whole schema; those without a type `Query` get one.

## no-schema

There are documents, but no schema to compile them against.

```graphql
# schema.graphql
```

```graphql
query Q { me { id } }
```

```
Queries.graphql:1:1: error: There is no schema for this document. Put the schema beside it (schema.graphql), or name it as 'schema' in relay.config.json [no-schema]
```

Fix: put `schema.graphql` next to them, or name it in `relay.config.json`.

## type-definition-in-document

A document defines a type, although the configuration names the schema.

```graphql
# Queries.graphql
type Pet { id: ID! }
```

```
Queries.graphql:2:1: error: The configuration names the schema, so documents cannot define types. Move this definition to the schema or to 'schemaExtensions' [type-definition-in-document]
```

Fix: move it to the schema, or to `schemaExtensions`.

## invalid-introspection

A schema is not the result of an introspection query, but other JSON, an error of the server or a web page.

```json
{"data": null}
```

```
schema.json:1:1: error: This JSON is not the result of an introspection query: it has no list '__schema.types' [invalid-introspection]
```

```json
{"errors": [{"message": "Introspection is disabled"}]}
```

```
schema.json:1:25: error: This is not a schema but an error of the server: 'Introspection is disabled'. Save the response to an introspection query that succeeds, or the schema as SDL [invalid-introspection]
```

Fix: save the server's whole response to the introspection query.

## unknown-type

The schema has no type with that name.

```graphql
type User { id: ID! }
type Query { user: Usr }
```

```
schema.graphql:2:20: error: Unknown type 'Usr'. Did you mean 'User'? [unknown-type]
```

Fix: correct the name.

## duplicate-type

Two types have the same name.

```graphql
scalar Date
scalar Date
```

```
schema.graphql:2:8: error: The type 'Date' is already defined [duplicate-type]
schema.graphql:1:8: note: 'Date' is first defined here
```

Fix: remove one, or make it an extension.

## duplicate-directive

A directive is defined twice.

```graphql
directive @a on FIELD
directive @a on QUERY
```

```
schema.graphql:2:11: error: The directive '@a' is already defined [duplicate-directive]
schema.graphql:1:11: note: '@a' is first defined here
```

Fix: remove one.

## duplicate-field

A type has two fields with the same name, possibly one of them in an extension.

```graphql
type User { id: ID id: Int }
```

```
schema.graphql:1:20: error: The field 'id' of 'User' is already defined [duplicate-field]
schema.graphql:1:13: note: 'User.id' is first defined here
```

What a server's schema repeats, with no difference but in a description, is only a warning:

```graphql
type User { id: ID! name: String name: String }
```

```
schema.graphql:1:34: warning: The field 'name' of 'User' is already defined. It is defined in the same way, so this has no effect [duplicate-field]
schema.graphql:1:21: note: 'User.name' is first defined here
```

Fix: remove one.

## duplicate-argument

A field or directive has two arguments with the same name.

```graphql
type Query { user(id: ID, id: Int): Int }
```

```
schema.graphql:1:27: error: The argument 'id' is already defined [duplicate-argument]
schema.graphql:1:19: note: 'id' is first defined here
```

Fix: remove one.

## duplicate-enum-value

An enum has two values with the same name.

```graphql
enum Color { RED RED @deprecated }
```

```
schema.graphql:1:18: error: The value 'RED' of 'Color' is already defined [duplicate-enum-value]
schema.graphql:1:14: note: 'Color.RED' is first defined here
```

Fix: remove one.

## duplicate-interface

A type implements an interface twice.

```graphql
interface Node { id: ID! }
type User implements Node & Node { id: ID! }
```

```
schema.graphql:2:29: warning: 'User' already implements 'Node'. It is defined in the same way, so this has no effect [duplicate-interface]
```

Fix: remove one.

## duplicate-union-member

A union lists a type twice.

```graphql
type Dog { name: String }
union Pet = Dog | Dog
```

```
schema.graphql:2:19: warning: 'Dog' is already a member of the union 'Pet' [duplicate-union-member]
```

Fix: remove one.

## duplicate-schema-definition

There are two `schema` definitions.

```graphql
schema { query: Q }
schema { mutation: M }
type Q { a: Int }
type M { a: Int }
```

```
schema.graphql:2:1: error: There can be only one schema definition. Use 'extend schema' to add to it [duplicate-schema-definition]
schema.graphql:1:1: note: The schema is first defined here
```

Fix: combine them, or write `extend schema`.

## duplicate-operation-type

A root type is defined twice.

```graphql
schema { query: Q query: R }
type Q { a: Int }
type R { a: Int }
```

```
schema.graphql:1:19: error: The root type of 'query' is already given [duplicate-operation-type]
schema.graphql:1:10: note: It is first given here
```

Fix: remove one.

## not-an-interface

A type implements something that is not an interface.

```graphql
type User implements String { id: ID! }
```

```
schema.graphql:1:22: error: Only interfaces can be implemented, but 'String' is a scalar [not-an-interface]
```

Fix: name an interface.

## union-member-not-an-object

A member of a union is not an object type.

```graphql
union Value = Int
```

```
schema.graphql:1:15: error: The members of a union must be object types, but 'Int' is a scalar [union-member-not-an-object]
```

Fix: wrap it in an object type.

## not-an-output-type

A field has an input object as its type.

```graphql
input I { a: Int }
type Query { i: I }
```

```
schema.graphql:2:17: error: The field 'Query.i' cannot have the input object 'I' as its type [not-an-output-type]
```

Fix: use an object type.

## not-an-input-type

An argument or input field has an object type, an interface or a union as its type.

```graphql
type User { id: ID! }
type Query { user(like: User): User }
```

```
schema.graphql:2:25: error: The argument 'like' cannot have the type 'User'. Use a scalar, an enum or an input object [not-an-input-type]
```

Fix: define an input object.

## extension-of-unknown-type

An extension extends a type that does not exist.

```graphql
type User { id: ID! }
extend type Usr { age: Int }
```

```
schema.graphql:2:13: error: Cannot extend 'Usr', which is not defined. Did you mean 'User'? [extension-of-unknown-type]
```

Fix: correct the name, or define it.

## extension-of-wrong-kind

The kind of an extension does not match that of its type.

```graphql
enum Color { RED }
extend type Color { a: Int }
```

```
schema.graphql:2:13: error: 'Color' is an enum. Extend it with 'extend enum' [extension-of-wrong-kind]
schema.graphql:1:6: note: 'Color' is defined here
```

Fix: use the type's own keyword.

## extension-before-definition

In one file, an extension precedes the definition that it extends.

```graphql
extend type User { age: Int }
type User { id: ID! }
```

```
schema.graphql:1:13: error: 'User' is extended before it is defined. Move the extension after the definition [extension-before-definition]
schema.graphql:2:6: note: 'User' is defined here
```

Fix: move it down.

## missing-query-type

There is no root type for queries.

```graphql
schema { mutation: M }
type M { a: Int }
```

```
schema.graphql:1:1: error: The schema has no query type. Define 'type Query', or name another type in 'schema { query: ... }' [missing-query-type]
```

Fix: define `type Query`.

## root-type

A root type is not an object type, or is the root of two kinds of operations.

```graphql
schema { query: Q mutation: Q }
type Q { a: Int }
```

```
schema.graphql:1:29: error: 'Q' cannot be the root type of both 'query' and 'mutation' [root-type]
```

Fix: use a separate object type.

## reserved-name

A name begins with two underscores, which are reserved for introspection.

```graphql
type User { __id: ID }
```

```
schema.graphql:1:13: error: The name '__id' begins with '__', which is reserved for introspection [reserved-name]
```

Fix: choose another.

## empty-type

A type has no fields, members or values.

```graphql
type User
```

```
schema.graphql:1:6: error: 'User' is an object type and needs at least one field [empty-type]
```

Fix: add one.

## interface-cycle

An interface implements itself, directly or through others.

```graphql
interface A implements A { a: Int }
```

```
schema.graphql:1:11: error: The interface 'A' cannot implement itself [interface-cycle]
```

Fix: remove it.

## missing-implied-interface

A type implements an interface but not the interfaces that this one implements. This is a warning, because documents still compile.

```graphql
interface A { a: Int }
interface B implements A { a: Int }
type T implements B { a: Int }
```

```
schema.graphql:3:6: warning: 'T' must implement 'A' too, because it implements 'B', which does [missing-implied-interface]
schema.graphql:2:11: note: 'B' is defined here
```

Fix: add it to `implements`.

## missing-interface-field

A type lacks a field of its interface. This is a warning, because documents still compile.

```graphql
interface Node { id: ID! }
type User implements Node { name: String }
```

```
schema.graphql:2:6: warning: 'User' lacks the field 'id' of its interface 'Node' [missing-interface-field]
schema.graphql:1:18: note: 'Node.id' is defined here
```

Fix: add it.

## wrong-interface-field-type

The type of a field does not fit the one in its interface.

```graphql
interface Node { id: ID! }
type User implements Node { id: ID }
```

```
schema.graphql:2:29: error: 'User.id' is 'ID', but 'Node.id' promises 'ID!' [wrong-interface-field-type]
schema.graphql:1:18: note: 'Node.id' is defined here
```

Fix: use the same type, or one of its subtypes.

## missing-interface-argument

A field lacks an argument of its interface's field.

```graphql
interface A { a(x: Int): Int }
type T implements A { a: Int }
```

```
schema.graphql:2:23: error: 'T.a' lacks the argument 'x' that 'A.a' has [missing-interface-argument]
schema.graphql:1:17: note: 'x' is defined here
```

Fix: add it.

## wrong-interface-argument-type

An argument has a different type than in the interface.

```graphql
interface A { a(x: Int): Int }
type T implements A { a(x: ID): Int }
```

```
schema.graphql:2:25: error: The argument 'x' of 'T.a' is 'ID', but that of 'A.a' is 'Int' [wrong-interface-argument-type]
schema.graphql:1:17: note: The argument of 'A.a' is defined here
```

Fix: use the same type.

## additional-required-argument

A field requires an argument that its interface's field does not have.

```graphql
interface A { a: Int }
type T implements A { a(x: Int!): Int }
```

```
schema.graphql:2:25: error: The argument 'x' of 'T.a' cannot be required, because 'A.a' does not have it [additional-required-argument]
schema.graphql:1:15: note: 'A.a' is defined here
```

Fix: make it nullable, or give it a default value.

## deprecated-interface-field

A field is deprecated, but its interface's field is not.

No example: the compiler leaves this check to the server.

Fix: deprecate both.

## deprecated-required-value

A required argument or input field is deprecated.

No example: the compiler leaves this check to the server.

Fix: make it nullable first.

## wrong-default-value

A default value has the wrong type.

No example: the compiler leaves this check to the server.

Fix: correct it.

## default-value-cycle

The default value of an input object's field omits a field whose own default value leads back to the first, so that completing it
never ends.

No example: the compiler leaves this check to the server.

Fix: write out a value in the cycle, or remove a default value.

## input-object-cycle

An input object contains itself in a non-null field, so no value of it can be written.

```graphql
input I { i: I! }
```

```
schema.graphql:1:11: error: No value of 'I' can be written: it contains itself through the non-null field 'i' [input-object-cycle]
```

Fix: make one field of the cycle nullable.

## one-of-input

A `@oneOf` input object breaks a rule: all its fields must be nullable and without default values, and exactly one must be set, and not to
null.

```graphql
input Key @oneOf { id: ID! name: String }
```

```
schema.graphql:1:20: error: 'Key.id' must be nullable, because 'Key' is a @oneOf input object [one-of-input]
```

```graphql
# schema.graphql
input Key @oneOf { id: ID name: String }
type Query { user(key: Key): ID }
```

```graphql
query Q { user(key: {id: 1, name: "A"}) }
```

```
Queries.graphql:1:21: error: Exactly one field of 'Key' must be given, because it is a @oneOf input object [one-of-input]
```

Fix: make the fields nullable; set exactly one.

## directive-cycle

A directive is used in its own definition.

```graphql
directive @a(x: Int @a) on ARGUMENT_DEFINITION
```

```
schema.graphql:1:11: error: The directive '@a' cannot be used in its own definition [directive-cycle]
```

Fix: remove the use.

## unknown-key-field

`@key` in a client schema extension, which names the fields that identify the objects of a type, names a field that the type does not have.

```graphql
# client.graphql
extend type Photo @key(fields: "ulr")
```

```
client.graphql:2:33: error: 'Photo' has no field 'ulr' that could identify it. Did you mean 'url'? [unknown-key-field]
```

Fix: correct the name. Separate several names by spaces: `@key(fields: "isbn edition")`.

## invalid-key

A key cannot identify objects. Its fields must be scalars or enums of an object type, without arguments, that a response contains.

```graphql
# client.graphql
extend type User @key(fields: "name best")
```

```
client.graphql:2:37: error: 'User.best' cannot identify an object: it has the type 'User', but key fields are scalars or enums [invalid-key]
```

```graphql
# client.graphql
extend interface Named @key(fields: "name")
```

```
client.graphql:2:24: error: 'Named' is an interface, and only object types have keys. Declare '@key' on those that need it [invalid-key]
```

```graphql
# client.graphql
extend type User @key(fields: "note") { remark: String }
```

```
client.graphql:2:32: error: 'User.note' cannot identify an object: it is a client field, which no response contains [invalid-key]
```

```graphql
# client.graphql
extend type User @key(name: "email")
```

```
client.graphql:2:18: error: '@key' must name the fields that identify an object: '@key(fields: "isbn edition")' [invalid-key]
```

Fix: name other fields, and declare the key on the object types that need it.

## ignored-directive

A client schema extension has a directive of Apollo's clients that has no effect here. This is a warning, once for each such directive.
`@typePolicy(keyFields:)`, `@semanticNonNullField(name:)`, `@cacheControl` and `@cacheControlField(name:)` have their meaning.

```graphql
# client.graphql
extend type Query @fieldPolicy(forField: "user", keyArgs: "id")
```

```
client.graphql:2:19: warning: '@fieldPolicy' is a directive of Apollo's clients and has no effect here. A missing field handler finds objects by the arguments of a field [ignored-directive]
```

Fix: use what the message names, or leave the directive out.

## invalid-cache-control

A client schema extension has `@cacheControl` or `@cacheControlField` with a value that it cannot have, for a field that does not exist or that
only the client knows, or at another place than a type or a field. In a server's schema, what does not fit is ignored.

```graphql
# client.graphql
extend type User @cacheControlField(name: "nmae", maxAge: 60)
```

```
client.graphql:2:43: error: 'User' has no field 'nmae' that could have an age. Did you mean 'name' or 'note'? [invalid-cache-control]
```

```graphql
# client.graphql
extend type User @cacheControl(maxAge: 60, inheritMaxAge: true)
```

```
client.graphql:2:18: error: '@cacheControl' cannot have an age and inherit one. Leave out 'maxAge' or 'inheritMaxAge' [invalid-cache-control]
```

Fix: give a type `maxAge` in seconds, `inheritMaxAge: true` or a `scope`, and name an existing field of the server for its own.

## invalid-semantic-non-null

`@semanticNonNullField` names no field of the type.

```graphql
# client.graphql
extend type User @semanticNonNullField(name: "nmae")
```

```
client.graphql:2:46: error: 'User' has no field 'nmae' to be marked as semantically non-null. Did you mean 'name' or 'note'? [invalid-semantic-non-null]
```

Fix: correct the name.

## ignored-key

A key has nested selections, as in federation, or is a type's second one. This is a warning: the key has no effect.

```graphql
# client.graphql
extend type User @key(fields: "best { name }")
```

```
client.graphql:2:31: warning: Nested selections are ignored in a key. Name fields of 'User' itself that are scalars or enums [ignored-key]
```

```graphql
# client.graphql
extend type User @key(fields: "email") @key(fields: "name")
```

```
client.graphql:2:40: warning: 'User' already has a key, and only the first one counts. Remove this one [ignored-key]
client.graphql:2:18: note: The first key is declared here
```

Fix: declare one key of plain fields for a type.
"""##

  private static let syntaxDiagnostics = ##"""
# Syntax diagnostics

Diagnostics of the lexer and the parser (specification, section 2). The examples compile exactly as shown, against <doc:ExampleSchema>.

## unexpected-token

GraphQL's grammar requires something else here.

```graphql
query Q { user(id: ) { name } }
```

```
Queries.graphql:1:20: error: Expected a value, found ')' [unexpected-token]
```

```graphql
query Q { me { name } } }
```

```
Queries.graphql:1:25: error: Unmatched '}'. Remove it, or add the bracket that it closes [unexpected-token]
```

```graphql
query Q($id) { user(id: $id) { name } }
```

```
Queries.graphql:1:12: error: Expected ':' and a type after the variable '$id', found ')' [unexpected-token]
```

Fix: write what the message expects.

## missing-closing-brace

A selection set or a definition is not closed. The error is at the start of the next definition, or at the end of the file; the note points to
the open brace, which is found by indentation.

```graphql
query Q {
  me {
    name
}
query R { me { id } }
```

```
Queries.graphql:5:1: error: Expected '}' before 'query' [missing-closing-brace]
Queries.graphql:2:6: note: The '{' opened here is not closed
```

Fix: add the brace.

## unknown-definition

A definition begins with an unknown keyword.

```graphql
quary Q { me { id } }
```

```
Queries.graphql:1:1: error: Expected a definition, found 'quary'. Did you mean 'query'? [unknown-definition]
```

Fix: correct the keyword.

## empty-block

Braces or parentheses are empty.

```graphql
query Q { me { } }
```

```
Queries.graphql:1:14: error: A selection set cannot be empty. Select at least one field, or remove the braces [empty-block]
```

Fix: add contents, or remove them.

## misplaced-description

A description is not allowed here: on a query without a keyword, or on an extension.

```graphql
# schema.graphql
type User { id: ID! }
"what it is"
extend type User { name: String }
```

```
schema.graphql:3:1: error: A description is not allowed on an extension. Use a comment (#) instead [misplaced-description]
```

Fix: make it a comment.

## arguments-on-spread

A spread has arguments in parentheses.

```graphql
query Q { me { ...UserPhoto(size: 10) } }
fragment UserPhoto on User @argumentDefinitions(size: {type: "Int"}) { photo(size: $size) { url } }
```

```
Queries.graphql:1:28: error: A fragment spread takes no arguments of its own. Write '...UserPhoto @arguments(name: value)', or enable the feature flag 'enable_fragment_argument_transform' [arguments-on-spread]
```

Fix: write `...UserPhoto @arguments(size: 10)`, or enable the feature flag `enable_fragment_argument_transform`.

## variables-on-fragment

A fragment declares variables as an operation does.

```graphql
fragment UserPhoto($size: Int = 10) on User { photo(size: $size) { url } }
```

```
Queries.graphql:1:19: error: A fragment declares its arguments in a directive after its type. Write '@argumentDefinitions(size: {type: "Int"})' there, or enable the feature flag 'enable_fragment_argument_transform' [variables-on-fragment]
```

Fix: write `fragment UserPhoto on User @argumentDefinitions(size: {type: "Int", defaultValue: 10})`, or enable the feature flag
`enable_fragment_argument_transform`.

## variable-in-constant

A variable is used where the value must be constant, as in a default value.

```graphql
query Q($a: Int, $b: Int = $a) { me { id } }
```

```
Queries.graphql:1:28: error: The variable '$a' cannot be used here. The value must be constant [variable-in-constant]
```

Fix: write the value.

## empty-extension

An extension does not add anything.

```graphql
type User { id: ID! }
extend type User
```

```
schema.graphql:2:1: error: The extension of 'User' adds nothing [empty-extension]
```

Fix: add something, or remove it.

## interfaces-without-ampersand

The interfaces of a type are separated by spaces or commas, as in GraphQL before 2018.

```graphql
interface Node { id: ID! }
interface Named { name: String }
type User implements Node, Named { id: ID! name: String }
```

```
schema.graphql:3:26: error: Interfaces are separated by '&' [interfaces-without-ampersand]
```

Fix: separate them with `&`.

## reserved-enum-value

`true`, `false` and `null` cannot be values of an enum.

```graphql
enum Answer { true no }
```

```
schema.graphql:1:6: error: The enum 'Answer' cannot have a value named 'true' [reserved-enum-value]
schema.graphql:1:15: note: 'true' is defined here
```

Fix: choose other names.

## unknown-directive-location

A directive is declared for a location that does not exist.

```graphql
directive @a on FEILD
```

```
schema.graphql:1:17: error: 'FEILD' is not a directive location. Did you mean 'FIELD'? [unknown-directive-location]
```

Fix: correct it.

## skipped-syntax

A server's schema has a kind of definition, or a directive location, that is newer than this compiler. This is a warning: a schema is someone
else's, so what is not known in it is skipped. In documents and client schema extensions it is an error.

```graphql
# schema.graphql
type Query { ok: Boolean }
capability @example(version: 1) { name }
```

```
schema.graphql:3:1: warning: 'capability' does not begin a definition that is known, so what follows is skipped up to the next one [skipped-syntax]
```

Fix: none is needed, unless documents use what was skipped.

## nested-too-deeply

Selections, values or types nest deeper than the compiler supports.

No example: it would need hundreds of levels.

Fix: split it up with fragments.

## file-too-large

The file is larger than two gigabytes.

No example: it would be too large.

Fix: remove it from the sources.

## unsupported-character

A character has no meaning in GraphQL outside strings and comments.

```graphql
query Q { me % }
```

```
Queries.graphql:1:14: error: '%' is not part of GraphQL's syntax outside strings and comments [unsupported-character]
```

```graphql
query Q { user(id: “1”) { name } }
```

```
Queries.graphql:1:20: error: Strings are written in straight double quotes (") [unsupported-character]
```

```graphql
// the profile
query Q { me { name } }
```

```
Queries.graphql:1:1: error: '//' does not begin a comment in GraphQL. Use '#' [unsupported-character]
```

Fix: remove it. Quotes must be straight ones.

## invalid-encoding

The file is not UTF-8.

No example: this page is UTF-8.

Fix: save it as UTF-8.

## invalid-number

A number has a leading zero, no digit before or after its point, or letters in it.

```graphql
query Q { users(first: 010) { id } }
```

```
Queries.graphql:1:24: error: The number '010' has a leading zero [invalid-number]
```

Fix: write it as in JSON.

## incomplete-spread

There are only one or two dots.

```graphql
query Q { me { ..UserName } }
fragment UserName on User { name }
```

```
Queries.graphql:1:16: error: A spread is written with three dots: '...' [incomplete-spread]
```

Fix: write three.

## unterminated-string

A string has no closing quote.

```graphql
query Q { user(id: "1) { id } }
```

```
Queries.graphql:1:20: error: The string is not closed on its line. Add the closing '"', or use a block string (""") for text of several lines [unterminated-string]
```

Fix: close it.

## single-quoted-string

A string is in single quotes.

```graphql
query Q { user(id: '1') { id } }
```

```
Queries.graphql:1:20: error: Strings are written in double quotes (") [single-quoted-string]
```

Fix: use double quotes.

## invalid-escape

A backslash in a string does not begin one of GraphQL's escapes, or the escape does not denote a character.

```graphql
query Q { user(id: "a\x") { id } }
```

```
Queries.graphql:1:22: error: '\x' is not an escape sequence. The escapes are \" \\ \/ \b \f \n \r \t and \u [invalid-escape]
```

Fix: double the backslash, or write `\u{...}`.

## combining-marks

A string has more combining marks in a row (accents, vowel signs) than Unicode allows for text in a stream. No language needs as many, and
comparing such a text takes very long.

No example: it would need more than thirty marks.

Fix: remove them.

## interpolated-graphql

A GraphQL literal in a Swift file contains an interpolation; the compiler cannot know its value.

```swift
let query = graphql("query Q { me { \(field) } }")
```

```
View.swift:1:37: error: A GraphQL literal cannot have interpolation, because the compiler reads it. Use a variable [interpolated-graphql]
```

Fix: use a variable or a fragment.
"""##

  private static let toolDiagnostics = ##"""
# Tool diagnostics

Diagnostics of the command and its configuration. The examples are configurations.

## invalid-json

`relay.config.json`, or a schema in JSON, is not JSON.

```json
{"src": "a",}
```

```
relay.config.json:1:12: error: Remove this comma: nothing follows it [invalid-json]
```

```json
{
  // The schema
  "schema": "schema.graphql"
}
```

```
relay.config.json:2:3: error: JSON has no comments. Remove this one [invalid-json]
```

Fix: correct it.

## unknown-configuration-key

The configuration has no such key. Where Relay ignores unknown keys, as in `schemaConfig`, it is a warning.

```json
{"sorce": "Sources"}
```

```
relay.config.json:1:2: error: Unknown key 'sorce'. Did you mean 'src'? [unknown-configuration-key]
```

Fix: correct it.

## invalid-configuration-value

The key cannot have this value.

```json
{"src": 1}
```

```
relay.config.json:1:9: error: Expected a string for 'src', found a number [invalid-configuration-value]
```

```json
{"customScalarTypes": {"DateTime": "Date; import Darwin"}}
```

```
relay.config.json:1:36: error: Expected a Swift type such as 'Date' or '[Double]' for 'DateTime', found 'Date; import Darwin' [invalid-configuration-value]
```

```json
{"swift": {"imports": ["../Types"]}}
```

```
relay.config.json:1:24: error: Expected the name of a Swift module such as 'Foundation' for 'imports', found '../Types' [invalid-configuration-value]
```

```json
{"schemaConfig": {"connectionInterface": {"edges": "my edges"}}}
```

```
relay.config.json:1:52: error: Expected a GraphQL name in 'edges', found 'my edges'. Did you mean 'my_edges'? [invalid-configuration-value]
```

Fix: write what the message expects.

## refused-configuration-key

A key of Relay is not supported, and ignoring it would give an app wrong results, such as documents that the server does not know.

```json
{"persistConfig": {"file": "queries.json", "url": "https://example.com"}}
```

```
relay.config.json:1:44: error: 'persistConfig.url' is not supported: a build has no network. Persist to a 'file', and send what is new with 'relay persist --persist-command' [refused-configuration-key]
```

```json
{"projects": {"app": {"language": "swift"}}}
```

```
relay.config.json:1:2: error: 'projects' is not supported: a Swift target has a configuration of its own. Write the keys of one project into a relay.config.json in the target's folder [refused-configuration-key]
```

Fix: write what the message says. Each key is in "Relay 21, feature by feature", with what to write instead.

## configuration-key-without-meaning

A key or a feature flag of Relay has no effect in Swift. A configuration that an app shares with its web version may contain it.

```json
{"noFutureProofEnums": true}
```

```
relay.config.json:1:2: warning: 'noFutureProofEnums' has no meaning for Swift: enums keep 'unknown', because an app that is installed meets values that the server gets later [configuration-key-without-meaning]
```

Fix: none is needed. To avoid the warning, remove the key from the configuration that the Swift target uses.

## persisting-failed

The file of `persistConfig` does not contain persisted queries, or the command of `--persist-command` failed.

No example: it depends on the file and the command.

Fix: the message says what happened. Nothing was written.

## out-of-date

With `--check`, a generated file is out of date.

No example: it depends on files.

Fix: run `generate` without `--check`.

## unknown-custom-scalar

`customScalarTypes`, or `swift.customScalarTypes` if that is there, has a type for a scalar that the schema does not have. This is a warning: the entry has no effect.

No example: it depends on a configuration and a schema.

Fix: correct the name, or remove the entry.

## unreadable-file

An input cannot be read: it does not exist, is a folder, is too large, has a name that is not UTF-8, or may not be read. A folder whose name is
not UTF-8 is a warning.

No example: it depends on files.

Fix: the message says why.

## unwritable-file

A generated file or its folder cannot be written: something else has its name, it may not be changed, there is no room, or the folder is a link.
No other file is written then.

No example: it depends on files.

Fix: the message says why.

## output-name

A generated file cannot have the name that it would get: the document's name has control characters or is too long, or two documents have
names that many file systems treat as one (`Story.graphql` and `story.graphql`, or an `é` as one code point and as two).

No example: it depends on files.

Fix: rename the document, or one of the two.
"""##
}
