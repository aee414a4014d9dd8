#!/bin/bash
# Type-checks the SwiftUI side of RelayRuntime, and views that use it, where there is no SwiftUI: against the stub beside this script.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
flags=(-swift-version 6 -warnings-as-errors -I "$build"
  -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault -enable-upcoming-feature MemberImportVisibility)
fixtures=("$root"/Tests/RelayRuntimeTests/Fixtures/{RowObjects,ToDo{List,ListViews,Operations}}.swift)
mapfile -t runtime < <(find "$root/Sources/RelayRuntime" -name '*.swift' | sort)

swiftc -emit-module -module-name SwiftUI -swift-version 6 -parse-as-library -o "$build/SwiftUI.swiftmodule" "$here/SwiftUI.swift"
swiftc -emit-module -module-name RelayRuntime "${flags[@]}" -parse-as-library -o "$build/RelayRuntime.swiftmodule" "${runtime[@]}"
swiftc -typecheck -module-name RelayRuntime "${flags[@]}" -parse-as-library "${runtime[@]}"
swiftc -typecheck -module-name Views "${flags[@]}" -parse-as-library "${fixtures[@]}" "$here/Views.swift"
echo "SwiftUI: ${#runtime[@]} files of RelayRuntime and the sample views type-check against the stub"
