internal import RelayCompilerCore

/// Directives that documents or schemas may use.
extension SchemaComparison {
  mutating func compareDirectives() {
    let directives = Matching(
      old.directives.values.sorted { $0.name < $1.name }, new.directives.values.sorted { $0.name < $1.name }
    ) { $0.name }
    for directive in directives.removed {
      add(.directiveRemoved, "@\(directive.name)", "Directive @\(directive.name) was removed.")
    }
    for directive in directives.added { add(.directiveAdded, "@\(directive.name)", "Directive @\(directive.name) was added.") }
    for (old, new) in directives.kept { compare(old, new) }
  }

  private mutating func compare(_ old: DirectiveDefinition, _ new: DirectiveDefinition) {
    let coordinate = "@\(new.name)"
    compareDescriptions(old, new, of: coordinate, at: coordinate)
    let arguments = Matching(old.arguments, new.arguments) { $0.name }
    for argument in arguments.added {
      let added = "\(coordinate)(\(argument.name):)"
      if argument.isRequired {
        add(.requiredDirectiveArgAdded, added, "A required argument \(added) was added.")
      } else {
        add(.optionalDirectiveArgAdded, added, "An optional argument \(added) was added.")
      }
    }
    for argument in arguments.removed {
      add(.directiveArgRemoved, "\(coordinate)(\(argument.name):)", "Argument \(coordinate)(\(argument.name):) was removed.")
    }
    compareKept(arguments, of: coordinate)
    if old.isRepeatable, !new.isRepeatable {
      add(.directiveRepeatableRemoved, coordinate, "Repeatable flag was removed from \(coordinate).")
    } else if !old.isRepeatable, new.isRepeatable {
      add(.directiveRepeatableAdded, coordinate, "Repeatable flag was added to \(coordinate).")
    }
    let locations = Matching(old.locations, new.locations) { $0 }
    for location in locations.removed {
      add(.directiveLocationRemoved, coordinate, "\(location) was removed from \(coordinate).")
    }
    for location in locations.added { add(.directiveLocationAdded, coordinate, "\(location) was added to \(coordinate).") }
  }
}
