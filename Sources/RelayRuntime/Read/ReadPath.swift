/// Where a reading is: slots and list indices from the root down. A stack that costs next to nothing, because errors, which need it, are
/// rare.
struct ReadPath: ~Copyable {
  enum Component {
    case slot(shape: Int32, Int32)
    case index(Int32)
  }

  private var components: UnsafeMutablePointer<Component>
  private var capacity = 16
  private var count = 0

  init() { components = .allocate(capacity: capacity) }

  deinit { components.deallocate() }

  @inline(__always)
  mutating func push(_ component: Component) {
    if count == capacity { grow() }
    (components + count).initialize(to: component)
    count &+= 1
  }

  private mutating func grow() {
    capacity *= 2
    let larger = UnsafeMutablePointer<Component>.allocate(capacity: capacity)
    larger.moveInitialize(from: components, count: count)
    components.deallocate()
    components = larger
  }

  /// Ends the last component, which `push` began.
  @inline(__always)
  mutating func pop() { count &-= 1 }

  /// Goes on to another item of the list that is being read.
  @inline(__always)
  mutating func setIndex(_ index: Int) { components[count - 1] = .index(Int32(truncatingIfNeeded: index)) }

  /// The response keys and indices, with dots between them.
  func text(_ shapes: UnsafeBufferPointer<Unmanaged<RowShape>>) -> String {
    UnsafeBufferPointer(start: components, count: count).map { component in
      switch component {
      case .slot(let shape, let slot): shapes[Int(shape)]._withUnsafeGuaranteedRef { $0.names[Int(slot)] }
      case .index(let index): String(index)
      }
    }.joined(separator: ".")
  }
}
