extension Generated {
  /// The compiled form of a fragment: how its data is read.
  public final class FragmentDefinition: Sendable {
    private let text: String
    /// The Swift types of the custom scalars that the plan refers to by number.
    let scalars: [ScalarType]
    /// The definitions of the fragments that the plan spreads.
    let fragments: [Generated.FragmentDefinition]
    let providedVariables: [Generated.ProvidedVariable]
    private let decoded = LazyReference<ReaderPlan>()
    /// See `standaloneOperation`.
    let ownOperation = LazyReference<OperationDefinition>()

    init(plan: String, scalars: [ScalarType], fragments: [Generated.FragmentDefinition], providedVariables: [Generated.ProvidedVariable]) {
      text = plan
      self.scalars = scalars
      self.fragments = fragments
      self.providedVariables = providedVariables
    }

    /// The plan, decoded on first use.
    var plan: ReaderPlan { decoded.load() ?? decoded.storeIfNil(ReaderPlan(parsing: text)) }

    /// The fragment's name in its document.
    public var name: String { plan.name }

    /// The arguments of the fragment's directives: `plural`, `connection`, `refetch`, `throwOnFieldError`, `catchTo`, `mask`.
    public var metadata: JSON { plan.metadata }

    /// Whether the fragment is spread on lists (`@relay(plural: true)`).
    public var isPlural: Bool { plan.isPlural }

    /// Whether one of the fragments that are spread into the definition, at any depth, can be fetched by itself.
    var hasRefetchable: Bool { fragments.contains { $0.metadata["refetch"] != nil || $0.hasRefetchable } }

    /// The slots of the `index`-th selection set; an empty shape for an index that the plan does not have.
    public func shape(_ index: Int) -> Generated.RowShape {
      let shapes = plan.shapes
      return shapes.indices.contains(index) ? shapes[index] : .empty
    }
  }
}
