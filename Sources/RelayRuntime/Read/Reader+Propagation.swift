// Errors of the server for fields that must not be null.
//
// A server that does not propagate errors (`onError: NULL`) sends null in place of a non-null field. Types made from the schema have no value
// for that, so the reader does what the server would have done otherwise: the nearest place above that may be null is null. Where errors are
// asked for, with `@throwOnFieldError` or `@catch`, they are results, and nothing is propagated.

extension Reader {
  /// A list, or a list in a list.
  struct ListPlace {
    /// The slot of the field, and the shape of its row.
    let shape: Int32
    let slot: Int32
    /// The number of enclosing lists.
    let outer: Int

    /// The lists in this one.
    var inner: ListPlace { ListPlace(shape: shape, slot: slot, outer: outer + 1) }
  }

  /// Ends the propagation of an error at a slot that is null, if the slot may be null.
  ///
  /// - Returns: `false` if it may not, so that the object with the slot becomes null.
  @inline(__always)
  mutating func stays(_ slot: Int32, of object: Object) -> Bool { !isPropagating || endPropagation(at: slot, of: object) }

  @inline(never)
  private mutating func endPropagation(at slot: Int32, of object: Object) -> Bool {
    isPropagating = type(of: slot, in: object.shape).isNonNull
    return !isPropagating
  }

  /// Ends the propagation of an error at an item of a list that is null, if items may be null.
  ///
  /// - Returns: `false` if they may not, so that the list becomes null.
  @inline(never)
  mutating func endPropagation(atItemsOf list: ListPlace) -> Bool {
    isPropagating = type(of: list.slot, in: list.shape).item(in: list.outer).isNonNull
    return !isPropagating
  }

  /// Ends the propagation of an error at the root of the definition being read: reading it fails.
  @inline(never)
  mutating func endPropagationAtRoot() {
    isPropagating = false
    for index in found.errors.indices where found.errors[index].kind == .payloadError && !found.errors[index].isHandled {
      found.errors[index].reachesRoot = true
    }
  }

  /// Propagates the errors that a fragment, read together with the object into which it is spread, fails with.
  ///
  /// - Returns: `false` if there are any, so that the object becomes null.
  @inline(never)
  mutating func propagate(_ fragment: FragmentReading, _ key: SharedRows.FragmentPlace) -> Bool {
    let errors = fragment.fieldErrors.filter(\.reachesRoot)
    guard !errors.isEmpty, !isUnmatched else { return true }
    for var error in errors {
      error.reachesRoot = false
      found.errors.append(error)
    }
    found.isIrreproducible = true
    (isPropagating, isCutByFragment) = (true, true)
    // The data depends on the fragment, of which it shows nothing.
    incomplete.insert(key)
    return false
  }

  private func type(of slot: Int32, in shape: Int32) -> SlotType {
    shapes[Int(shape)].withObject { $0.types[Int(slot)] }
  }
}

extension SlotType {
  /// The type of the items of the list that is inside of `outer` lists.
  func item(in outer: Int) -> SlotType {
    switch self {
    case .nonNull(let type), .result(let type): type.item(in: outer)
    case .list(let item): outer == 0 ? item : item.item(in: outer - 1)
    default: self
    }
  }
}
