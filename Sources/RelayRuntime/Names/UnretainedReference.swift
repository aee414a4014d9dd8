/// A reference to an object that something else keeps. It is copied and read without reference counting.
///
/// `@safe`, but making one is not: who makes it says what keeps the object as long as the reference is used.
@safe struct UnretainedReference<Object: AnyObject>: BitwiseCopyable {
  private let reference: Unmanaged<Object>

  @inline(__always)
  @unsafe init(_ object: Object) { unsafe reference = Unmanaged.passUnretained(object) }

  @inline(__always) var object: Object { unsafe reference.takeUnretainedValue() }

  /// Calls `body` with the object, without a reference of its own to it.
  @inline(__always)
  func withObject<Result>(_ body: (Object) -> Result) -> Result { unsafe reference._withUnsafeGuaranteedRef { body($0) } }

  /// A number that no other object has as long as this one exists.
  @inline(__always) var address: Int { unsafe Int(bitPattern: reference.toOpaque()) }
}

extension UnretainedReference: Sendable where Object: Sendable {}

extension UnretainedReference: Hashable {
  /// Whether both refer to the same object.
  @inline(__always)
  static func == (left: UnretainedReference, right: UnretainedReference) -> Bool { left.address == right.address }

  func hash(into hasher: inout Hasher) { hasher.combine(address) }
}
