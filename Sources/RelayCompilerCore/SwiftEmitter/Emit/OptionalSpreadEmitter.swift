/// Writes the accessors of spreads whose fragment an object may not have: those in a deferred part, under a condition or on another type.
///
/// `fragments.name` is optional for them. They belong to the enclosing type alone, because for other types the accessor that the fragment's
/// key protocol has is right.
struct OptionalSpreadEmitter {
  let context: EmitterContext

  private var bodyAccess: SwiftText { context.bodyAccess }

  /// - Parameter definition: the Swift name of the definition whose data it is.
  func emit(_ data: ObjectType, of definition: SwiftText, to writer: inout SwiftWriter) {
    emit(data, at: "\(definition).\(data.name)", to: &writer)
  }

  private func emit(_ object: ObjectType, at path: SwiftText, to writer: inout SwiftWriter) {
    for fragment in object.fragments where !fragment.isCertain { emit(fragment, in: path, to: &writer) }
    for index in object.nested.indices { emit(object.nested[index], at: "\(path).\(object.nested[index].name)", to: &writer) }
    for index in object.typeCases.indices {
      emit(object.typeCases[index].view, at: "\(path).\(object.typeCases[index].view.name)", to: &writer)
    }
  }

  private func emit(_ fragment: ObjectType.FragmentProperty, in parent: SwiftText, to writer: inout SwiftWriter) {
    let key: SwiftText = "fragment_\(fragment.name)"
    if context.options.swift.fragmentAccessors || fragment.isInline {
      writer.blank()
      writer.block("extension RelayRuntime.Generated.Fragments where Parent == \(parent)") { writer in
        writer.line("/// The fragment, if the object has its data.")
        let property = context.names.property(ofFragment: fragment.name)
        let value: SwiftText = fragment.isInline ? "__ifRead: self.parent.__row, \(fragment.slot)" : "__ifRead: self.parent.\(key)"
        writer.line("\(bodyAccess)var \(property): \(fragment.type)? { .init(\(value)) }")
      }
    }
    if fragment.isInline { return }
    writer.blank()
    writer.block("extension \(fragment.type)") { writer in
      writer.line("/// The fragment in an object that may not have its data: for a handle or a sequence, which follow it.")
      writer.line("\(bodyAccess)init(key: \(parent)) { self.init(fragmentPointer: key.\(key)) }")
    }
    if fragment.isPlural { writer.pluralConversion(of: "Element == \(parent)", to: fragment.type, pointer: key, access: bodyAccess) }
  }
}
