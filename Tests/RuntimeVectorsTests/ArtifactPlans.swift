import RelayRuntime

/// Plans made from the reference compiler's own artifacts, so that the runtime can be held against the reference runtime without our
/// compiler in between. Slots are given out by response key.
struct ArtifactPlans {
  let normalization: JSON
  let reader: JSON

  /// - Parameter artifact: a request or a reader fragment, as Relay writes it.
  init(artifact: JSON) {
    let fragment = artifact["kind"] == "Request" ? artifact["fragment"] ?? .null : artifact
    reader = ReaderEncoder.plan(fragment)
    normalization = artifact["kind"] == "Request" ? ArtifactPlans.normalization(artifact["operation"] ?? .null) : .null
  }

  static func arguments(_ json: JSON?) -> JSON {
    guard case .array(let items) = json, !items.isEmpty else { return 0 }
    return .array(items.map { item in
      let (kind, value) = argument(item)
      return .array([item["name"] ?? .null, kind, value])
    })
  }

  private static func argument(_ item: JSON) -> (JSON, JSON) {
    switch item["kind"]?.stringValue {
    case "Variable": return (1, item["variableName"] ?? .null)
    case "ListValue":
      return (2, .array((item["items"]?.arrayValue ?? []).map { item in
        if item.isNull { return .null }
        let (kind, value) = argument(item)
        return .array([kind, value])
      }))
    case "ObjectValue":
      return (3, .array((item["fields"]?.arrayValue ?? []).map { field in
        let (kind, value) = argument(field)
        return .array([field["name"] ?? .null, kind, value])
      }))
    default: return (0, item["value"] ?? .null)
    }
  }

  private static func orZero(_ json: JSON?) -> JSON {
    guard let json, !json.isNull else { return 0 }
    return json
  }

  private static func normalization(_ operation: JSON) -> JSON {
    [
      "name": operation["name"] ?? .null,
      "arguments": .array((operation["argumentDefinitions"]?.arrayValue ?? []).map { [$0["name"] ?? .null, $0["defaultValue"] ?? .null] }),
      "selections": selections(operation["selections"]),
    ]
  }

  private static func selections(_ json: JSON?) -> JSON {
    .array((json?.arrayValue ?? []).map { node in
      let name = node["name"] ?? .null
      let alias = orZero(node["alias"])
      let arguments = arguments(node["args"])
      switch node["kind"]?.stringValue {
      case "ScalarField": return [0, name, alias, arguments]
      case "LinkedField":
        return [1, name, orZero(node["concreteType"]), node["plural"] == true ? 1 : 0, selections(node["selections"]), alias, arguments]
      case "ScalarHandle", "LinkedHandle":
        return [
          node["kind"] == "ScalarHandle" ? 2 : 3, name, node["handle"] ?? .null, node["key"] ?? "", orZero(node["filters"]), alias,
          arguments, 0, self.arguments(node["handleArgs"]),
        ]
      case "InlineFragment": return [4, node["type"] ?? .null, orZero(node["abstractKey"]), selections(node["selections"])]
      case "TypeDiscriminator": return [5, node["abstractKey"] ?? .null]
      case "Condition": return [6, node["condition"] ?? .null, node["passingValue"] == true ? 1 : 0, selections(node["selections"])]
      case "Defer": return [7, orZero(node["if"]), node["label"] ?? .null, selections(node["selections"])]
      case "Stream": return [8, orZero(node["if"]), node["label"] ?? .null, selections(node["selections"])]
      case "ClientExtension": return [9, selections(node["selections"])]
      default: return []
      }
    })
  }

  /// Gives out slots and shapes while it walks a reader fragment.
  private struct ReaderEncoder {
    final class Draft {
      var slots: [String: Int] = [:]
      var types: [(String, String)] = []
      var objects: [String: Int] = [:]
    }
    var shapes = [Draft()]

    static func plan(_ fragment: JSON) -> JSON {
      var encoder = ReaderEncoder()
      let selections = encoder.selections(fragment["selections"], encoder.shapes[0])
      var plan: [String: JSON] = [
        "name": fragment["name"] ?? .null, "type": fragment["type"] ?? .null,
        "arguments": .array((fragment["argumentDefinitions"]?.arrayValue ?? []).map { item in
          item["kind"] == "RootArgument" ? ["R", item["name"] ?? .null] : ["L", item["name"] ?? .null, item["defaultValue"] ?? .null]
        }),
        "shapes": .array(encoder.shapes.map { shape in [.array(shape.types.map { [.string($0.0), .string($0.1)] })] }),
        "selections": selections,
      ]
      if let key = fragment["abstractKey"], !key.isNull { plan["abstractKey"] = key }
      if let metadata = fragment["metadata"], !metadata.isNull { plan["metadata"] = metadata }
      return .object(plan)
    }

    func slot(_ key: String, _ type: String, _ shape: Draft) -> JSON {
      if let known = shape.slots[key] { return .int(known) }
      shape.slots[key] = shape.types.count
      shape.types.append((key, type))
      return .int(shape.types.count - 1)
    }

    mutating func object(_ key: String, _ shape: Draft) -> (JSON, Int) {
      if let known = shape.objects[key] { return (slot(key, "", shape), known) }
      let index = shapes.count
      shapes.append(Draft())
      shape.objects[key] = index
      return (slot(key, "O\(index)", shape), index)
    }

    mutating func selections(_ json: JSON?, _ shape: Draft) -> JSON {
      var result: [JSON] = []
      for node in json?.arrayValue ?? [] { result.append(selection(node, shape)) }
      return .array(result)
    }

    mutating func selection(_ node: JSON, _ shape: Draft) -> JSON {
      let name = node["name"] ?? .null
      let key = node["alias"]?.stringValue ?? node["name"]?.stringValue ?? ""
      switch node["kind"]?.stringValue {
      case "ScalarField": return [0, slot(key, "J", shape), name, orZero(node["alias"]), arguments(node["args"])]
      case "LinkedField":
        let (slot, index) = object(key, shape)
        return [
          1, slot, .int(index), name, orZero(node["concreteType"]), node["plural"] == true ? 1 : 0,
          selections(node["selections"], shapes[index]), orZero(node["alias"]), arguments(node["args"]),
        ]
      case "InlineFragment":
        return [4, -1, node["type"] ?? .null, orZero(node["abstractKey"]), selections(node["selections"], shape)]
      case "Condition":
        return [6, node["condition"] ?? .null, node["passingValue"] == true ? 1 : 0, selections(node["selections"], shape)]
      case "Defer": return [7, selections(node["selections"], shape)]
      case "Stream": return [8, selections(node["selections"], shape)]
      case "ClientExtension": return [9, selections(node["selections"], shape)]
      case "FragmentSpread": return [10, slot("..." + key, "P", shape), name, arguments(node["args"])]
      case "RequiredField": return [13, node["action"] ?? "NONE", selection(node["field"] ?? .null, shape)]
      default: return []
      }
    }
  }
}
