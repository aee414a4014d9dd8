import RelayRuntime
import Things

func feed(_ data: Feed_thing.Data) -> [String] {
  var rows = [data.header, data.feed?.total?.description ?? ""]
  for edge in data.feed?.edges ?? [] { rows.append(edge?.weight?.description ?? "") }
  for node in data.feed ?? [] { rows.append(node.rowName ?? "") }
  rows += (data.plain ?? []).map { $0.plainName ?? "" }
  #if os(Windows)
    // Another platform's code counts, although this build has not seen it.
    rows.append(data.elsewhere)
  #endif
  return rows
}

func feed(_ data: FeedQuery.Data) -> Feed_thing? {
  data.thing.map { $0.fragments.feed_thing }
}
