/// The results of a transformer for the nodes seen so far, so that a shared node, such as an inlined fragment, is transformed once and
/// stays shared. For transformers whose result depends only on the node and, for an inline fragment, on the type that it refines.
struct TransformedNodes {
  private struct FragmentKey: Hashable {
    var fragment: NodeIdentity
    var type: TypeID

    func _rawHashValue(seed: Int) -> Int { WordHash.mix(fragment.word, UInt64(type.rawValue), seed: seed) }
  }

  // The keys are addresses, so each entry also keeps its node alive; otherwise another node could reuse the address.
  private var fields: [NodeIdentity: (node: LinkedField, result: LinkedField)] = [:]
  private var fragments: [FragmentKey: (node: InlineFragment, result: InlineFragment)] = [:]

  /// nil if the field has not been seen.
  func change(of field: LinkedField) -> SelectionChange? {
    fields[NodeIdentity(field)].map { change(of: field, to: $0.result) }
  }

  mutating func remember(_ field: LinkedField, as result: LinkedField) -> SelectionChange {
    fields[NodeIdentity(field)] = (field, result)
    return change(of: field, to: result)
  }

  /// nil if the fragment has not been seen on the type.
  func change(of fragment: InlineFragment, on type: TypeID) -> SelectionChange? {
    fragments[FragmentKey(fragment: NodeIdentity(fragment), type: type)].map { change(of: fragment, to: $0.result) }
  }

  mutating func remember(_ fragment: InlineFragment, on type: TypeID, as result: InlineFragment) -> SelectionChange {
    fragments[FragmentKey(fragment: NodeIdentity(fragment), type: type)] = (fragment, result)
    return change(of: fragment, to: result)
  }

  private func change(of field: LinkedField, to result: LinkedField) -> SelectionChange {
    result === field ? .keep : .replace(.linkedField(result))
  }

  private func change(of fragment: InlineFragment, to result: InlineFragment) -> SelectionChange {
    result === fragment ? .keep : .replace(.inlineFragment(result))
  }
}
