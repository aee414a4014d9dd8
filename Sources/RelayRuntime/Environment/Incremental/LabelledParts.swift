/// The two forms in which a part says itself where it belongs: Relay's flat parts, which are responses with `label` and `path`, and the same
/// members in a response's `incremental` list.
enum LabelledParts {
  enum Arrival {
    case part(IncrementalPart)
    /// The server could not deliver the part.
    case failure(label: String, errors: [GraphQLError])
  }

  /// Whether a response is a flat part.
  ///
  /// - Parameter hasData: whether there has been a whole response. Only then may the label be missing.
  static func areFlat(_ envelope: ResponseEnvelope, hasData: Bool) -> Bool {
    envelope.has(.path) && (envelope.has(.label) || hasData)
  }

  /// Reads one part.
  ///
  /// - Parameter isStream: whether a place is known to be a streamed list.
  static func read(_ envelope: ResponseEnvelope, in document: JSONDocument, isStream: (ResponsePlace) -> Bool) -> Arrival {
    let errors = envelope.errors(in: document)
    let label = envelope.value(.label, in: document).stringValue ?? ""
    let place = ResponsePlace(label: label, path: envelope.value(.path, in: document).arrayValue ?? [])
    let (data, items) = (envelope[.data], envelope[.items])
    let isObject = data >= 0 && document.isObject(data)
    guard isObject || data >= 0 && (items >= 0 || document.isNull(data)) else {
      guard items >= 0, document.isArray(items), let list = place.list else { return .failure(label: label, errors: errors) }
      return .part(IncrementalPart(list.place, .items(document.elements(of: items), from: list.index), in: document, errors: errors))
    }
    if let list = place.list, label.containsBytes(of: "$stream$") || isStream(list.place) {
      return .part(IncrementalPart(list.place, .items([data], from: list.index), in: document, errors: errors))
    }
    guard isObject else { return .failure(label: label, errors: errors) }
    return .part(IncrementalPart(place, .fields(data), in: document, errors: errors))
  }
}
