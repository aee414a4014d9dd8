import RelayRuntime
import Things

let literal = graphql(
  """
  query LiteralQuery {
    thing {
      id
      inLiteral: name
      unused73: name
  unused74: label
  unused75: count
  unused76: ok
  unused77: kind
  unused78: tags
  unused79: title
    }
  }
  """)

func literal(_ data: LiteralQuery.Data) -> String? { data.thing?.inLiteral }
