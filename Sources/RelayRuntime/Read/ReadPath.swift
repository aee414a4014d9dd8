/// The path from the root to the object being read, as slots and list indices. It is converted to text only for errors, so maintaining it
/// must be very cheap.
struct ReadPath: ~Copyable {
  /// A component of the path: a slot of a shape, or an index in a list.
  enum Component {
    case slot(shape: Int32, Int32)
    case index(Int32)
  }

  private var components = ReadStack<Component>(capacity: 16)
  /// The start of the path inside the definition being read.
  private var start = 0

  @inline(__always)
  mutating func push(_ component: Component) { components.push(component) }

  /// Ends the last component, which `push` has begun.
  @inline(__always)
  mutating func pop() { components.shrink(to: components.count &- 1) }

  /// Moves to another item of the current list.
  @inline(__always)
  mutating func setIndex(_ index: Int) { components.replaceLast(.index(Int32(truncatingIfNeeded: index))) }

  /// Begins the path of another definition.
  ///
  /// - Returns: the start of the previous path, to pass to `end`.
  mutating func begin() -> Int {
    defer { start = components.count }
    return start
  }

  /// Restores the path from before `begin`.
  mutating func end(_ outer: Int) { start = outer }

  /// The response keys and indices, joined by dots.
  func text(_ shapes: FixedElements<UnretainedReference<Generated.RowShape>>) -> String {
    components.array(from: start).map { component in
      switch component {
      case .slot(let shape, let slot): shapes[Int(shape)].withObject { $0.names[Int(slot)] }
      case .index(let index): String(index)
      }
    }.joined(separator: ".")
  }
}
