#!/usr/bin/env node
// Runs the extension of Fixtures/Editors/vscode with a stand-in for the editor, and asks each provider that it registers.
//
//   Tests/ToolCases/vscode.js SERVER ARG…
"use strict";
const fs = require("fs");
const os = require("os");
const path = require("path");
const Module = require("module");

const root = fs.mkdtempSync(path.join(os.tmpdir(), "relay-vscode-"));
fs.cpSync(path.join(__dirname, "Neovim"), root, { recursive: true });
const command = process.argv.slice(2);
command[0] = path.resolve(command[0]);

class Position { constructor(line, character) { Object.assign(this, { line, character }); } }
class Range {
  constructor(a, b, c, d) { this.start = new Position(a, b); this.end = new Position(c, d); }
  contains(p) { return p.line >= this.start.line && p.line <= this.end.line; }
}
class Uri {
  constructor(text) { this.text = text; }
  static parse(text) { return new Uri(text); }
  toString() { return this.text; }
  get fsPath() { return decodeURIComponent(this.text.replace("file://", "")); }
}
const plain = (...names) => class { constructor(...values) { names.forEach((n, i) => { this[n] = values[i]; }); } };
class WorkspaceEdit { constructor() { this.edits = []; } replace(...v) { this.edits.push(v); } createFile() {} deleteFile() {} }
const providers = {};
const commands = {};
const messages = [];
let published = [];
let clipboard = "";
const settings = { command, inlayHints: true, codeLens: "all", endpoint: "", headers: {} };
const nothing = { dispose() {} };
const event = () => nothing;
const uri = (name) => new Uri("file://" + path.join(root, name));
const document = (name) => ({
  uri: uri(name), languageId: "graphql", version: 1, getText: () => fs.readFileSync(path.join(root, name), "utf8"),
});
const query = document("documents/ProfileQuery.graphql");
const vscode = {
  Position, Range, Uri, WorkspaceEdit,
  Location: plain("uri", "range"), Hover: plain("contents", "range"), MarkdownString: plain("value"), CompletionItem: plain("label", "kind"),
  SnippetString: plain("value"), SignatureHelp: plain(), SignatureInformation: plain("label", "documentation"),
  ParameterInformation: plain("label", "documentation"), DocumentHighlight: plain("range", "kind"),
  DocumentSymbol: plain("name", "detail", "kind", "range", "selectionRange"), SymbolInformation: plain("name", "kind", "container", "location"),
  FoldingRange: plain("start", "end"), SelectionRange: plain("range", "parent"), InlayHint: plain("position", "label", "kind"),
  CodeLens: plain("range", "command"), CodeAction: plain("title", "kind"), CodeActionKind: { Empty: { append: (kind) => kind } },
  Diagnostic: plain("range", "message", "severity"), DiagnosticRelatedInformation: plain("location", "message"),
  DocumentLink: plain("range", "target"), SemanticTokens: plain("data"), SemanticTokensLegend: plain("types", "modifiers"),
  TextEdit: { replace: (range, text) => ({ range, text }) },
  env: { clipboard: { writeText: async (text) => { clipboard = text; } } },
  languages: new Proxy({ match: () => 1, createDiagnosticCollection: () => ({ ...nothing, set: (u, list) => { published = published.concat(list); } }) }, {
    get: (target, name) => target[name] || ((...values) => { providers[name.replace(/^register|Provider$/g, "")] = values[name.includes("Workspace") ? 0 : 1]; return nothing; }),
  }),
  commands: { registerCommand: (name, body) => { commands[name] = body; return nothing; } },
  window: {
    activeTextEditor: { document: query, selection: { active: new Position(0, 0) } },
    createOutputChannel: () => ({ ...nothing, append() {}, appendLine() {} }),
    showErrorMessage: (text) => messages.push(text), showWarningMessage: (text) => messages.push(text),
  },
  workspace: {
    workspaceFolders: [{ uri: new Uri("file://" + root), name: "w" }], textDocuments: [query, document("documents/Actions.graphql"), document("schema.graphql")],
    getConfiguration: () => ({ get: (name) => settings[name] }),
    createFileSystemWatcher: () => ({ ...nothing, onDidCreate: event, onDidChange: event, onDidDelete: event }),
    onDidOpenTextDocument: event, onDidChangeTextDocument: event, onDidCloseTextDocument: event,
  },
};
const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));

(async () => {
  const subscriptions = [];
  await require("../../Fixtures/Editors/vscode/extension.js").activate({ subscriptions });
  let failed = 0;
  let count = 0;
  const expect = (what, value, text) => {
    count += 1;
    if (JSON.stringify(value ?? null).includes(text)) return;
    failed += 1;
    console.log(`${what}: expected ${text} in ${JSON.stringify(value ?? null).slice(0, 300)}`);
  };
  const field = new Position(1, 3);
  const spread = new Position(3, 8);
  const viewer = uri("documents/Viewer.graphql").toString();
  const actions = document("documents/Actions.graphql");
  expect("hover", await providers.Hover.provideHover(query, field), "Query.me: User!");
  expect("definition", await providers.Definition.provideDefinition(query, spread), "Profile_user.graphql");
  expect("type definition", await providers.TypeDefinition.provideTypeDefinition(query, field), "schema.graphql");
  expect("implementation", await providers.Implementation.provideImplementation(query, spread), "Profile_user.graphql");
  expect("references", await providers.Reference.provideReferences(query, spread, { includeDeclaration: true }), "Actions.graphql");
  expect("highlights", await providers.DocumentHighlight.provideDocumentHighlights(query, new Position(5, 16)), "kind");
  expect("completion", await providers.CompletionItem.provideCompletionItems(query, new Position(2, 7)), '"label":"name"');
  expect("signature", await providers.SignatureHelp.provideSignatureHelp(query, new Position(5, 9)), "search(kind: Kind): [User!]");
  expect("prepare rename", await providers.Rename.prepareRename(query, spread), "Profile_user");
  expect("rename", (await providers.Rename.provideRenameEdits(query, spread, "Other_user")).edits, "Other_user");
  expect("document symbols", await providers.DocumentSymbol.provideDocumentSymbols(query), "ProfileQuery");
  expect("workspace symbols", await providers.WorkspaceSymbol.provideWorkspaceSymbols("Kind"), "schema.graphql");
  expect("folding", await providers.FoldingRange.provideFoldingRanges(query, {}), "start");
  expect("selection", await providers.SelectionRange.provideSelectionRanges(query, [field]), "parent");
  expect("inlay hints", await providers.InlayHints.provideInlayHints(query, new Range(0, 0, 9, 0)), "[User!]");
  expect("lenses", await providers.CodeLens.provideCodeLenses(query), '"title":"Run"');
  expect("actions", await providers.CodeActions.provideCodeActions(actions, new Range(0, 20, 0, 20), {}), "Remove '$unused'");
  expect("links", await providers.DocumentLink.provideDocumentLinks(document("schema.graphql")), "https://example.com/people");
  expect("formatting", await providers.DocumentFormattingEdit.provideDocumentFormattingEdits(actions, { tabSize: 2, insertSpaces: true }), "newText".slice(3).toLowerCase());
  expect("tokens", await providers.DocumentSemanticTokens.provideDocumentSemanticTokens(query), "data");
  while (!published.some((d) => d.message.includes("'nam'"))) await new Promise((resolve) => setTimeout(resolve, 20));
  expect("diagnostics", published, "'User' has no field 'nam'");
  await commands["relay.copyOperation"](viewer, "ViewerQuery");
  expect("copied", clipboard, "query ViewerQuery");
  await commands["relay.run"](viewer, "ViewerQuery");
  expect("run", messages, "relay.endpoint");
  subscriptions.forEach((item) => item.dispose());
  console.log(`${count} questions through the extension of VS Code, ${failed} failed`);
  fs.rmSync(root, { recursive: true });
  process.exitCode = failed ? 1 : 0;
})();
