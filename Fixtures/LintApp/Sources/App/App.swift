import RelayRuntime
import Things

@main struct App {
  static func main() { print(Forms.all.count) }
}

enum Forms {
  static let all = ["forms"]

  static func read(_ data: FormsQuery.Data) -> [String] {
    guard let thing = data.thing else { return [] }
    var result = [thing.direct ?? "", "\(thing.interpolated ?? "")"]
    let closure = { thing.inClosure ?? 0 }
    result.append("\(closure())")
    result.append(text(of: thing))
    if case .large? = thing.inPattern { result.append("large") }
    switch thing.inSwitch {
    case .small?: result.append("small")
    default: break
    }
    _ = thing.discarded
    result += (thing.mapped ?? []).compactMap(\.mappedName)
    result += (thing.sorted ?? []).sorted { ($0.sortKey ?? 0) < ($1.sortKey ?? 0) }.map { String(describing: $0.id) }
    result.append(thing.optional?.chained?.last ?? "")
    result.append(thing.unmasked ?? "")
    result.append(thing.conditional ?? "")
    result.append(thing.implicit)
    result.append(label(of: thing.fragments.shared_thing.data))
    result.append(value(thing.fragments.value_thing.data))
    result.append(thing.fragments.shared_thing.data.usedInApp ?? "")
    return result
  }

  static func text(of thing: FormsQuery.Data.Thing_thing, count: Int? = nil) -> String { defaulted(thing, count) }

  static func defaulted(_ thing: FormsQuery.Data.Thing_thing, _ count: Int?) -> String {
    func inner(_ value: Int? = thing.inDefaultArgument) -> Int? { value }
    return "\(inner() ?? count ?? 0)"
  }
}

extension FormsQuery.Data.Thing_thing {
  var implicit: String { implicitSelf ?? "" }
}

func types(_ data: TypesQuery.Data) -> [String?] {
  var result = [data.item?.onAll, data.item?.asThing?.onThing, data.item?.asOther?.onOther?.description, data.item?.asAThing?.inAlias]
  for hit in data.search ?? [] {
    result.append(hit.asThing?.found)
    result.append(hit.asOther?.foundWeight?.description)
  }
  result.append((try? data.caught.get())??.inResult)
  return result
}

func preload() -> PreloadQuery { PreloadQuery() }

func rename() -> RenameMutation { RenameMutation(id: "1", name: "New") }
