// Generated types store one row reference, and fragments one pointer. Swift prints a value by its stored properties, so what is said here is
// enough for `print`, `dump`, debuggers and failed expectations, and generated types need no conformance: a field named `description` stays a
// field, and never replaces what is printed.

extension Generated.RowReference: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The fields that were read, by response key: `{id: "1", text: "Milk", owner: {name: "Ada"}, ...ToDoItem_todo}`. Lists, strings and
  /// large data are cut.
  public var description: String { PrintedRow(row).line }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// The fields that were read, by response key.
  public var customMirror: Mirror { Mirror(self, children: PrintedRow(row).children, displayStyle: .dictionary) }
}

extension FragmentPointer: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The fields of the fragment, as of when the enclosing data was read; `nil` if its data is null.
  public var description: String { printed.line }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// The fields of the fragment, by response key.
  public var customMirror: Mirror { Mirror(self, children: printed.children, displayStyle: .dictionary) }

  private var printed: PrintedRow {
    switch reading {
    case .row(let row): return PrintedRow(row)
    case .other(let reading): return reading.row.map { PrintedRow($0) } ?? .null
    case .none: break
    }
    if let sample { return .note("\(JSON.object(sample.members))") }
    guard let scope else { return .note("nothing") }
    guard let definition = scope.context?.definition else { return .note("\(scope.fragment) of \(dataID)") }
    return row(definition).map { PrintedRow($0) } ?? .null
  }
}
