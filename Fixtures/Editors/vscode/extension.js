// Starts 'relay lsp' and connects it with the editor. It has no dependencies: the protocol's client is in this file.
"use strict";
const vscode = require("vscode");
const { spawn } = require("child_process");
const path = require("path");

const selector = [{ language: "graphql", scheme: "file" }, { language: "swift", scheme: "file" }];

class Connection {
  constructor(command, folder, log) {
    this.waiting = new Map();
    this.handlers = new Map();
    this.next = 1;
    this.buffer = Buffer.alloc(0);
    this.process = spawn(command[0], command.slice(1), { cwd: folder });
    this.process.on("error", (error) => { log.appendLine(String(error)); this.end(error); });
    this.process.on("exit", (code) => this.end(new Error(`The server ended with status ${code}`)));
    this.process.stderr.on("data", (data) => log.append(String(data)));
    this.process.stdin.on("error", () => {});
    this.process.stdout.on("data", (data) => this.receive(data));
  }

  end(error) {
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }

  receive(data) {
    this.buffer = Buffer.concat([this.buffer, data]);
    for (;;) {
      const header = this.buffer.indexOf("\r\n\r\n");
      if (header < 0) return;
      const length = Number(/content-length: *(\d+)/i.exec(this.buffer.toString("latin1", 0, header))[1]);
      if (this.buffer.length < header + 4 + length) return;
      const message = JSON.parse(this.buffer.toString("utf8", header + 4, header + 4 + length));
      this.buffer = this.buffer.subarray(header + 4 + length);
      if (message.method) {
        const handler = this.handlers.get(message.method);
        if (handler) handler(message.params);
        if (message.id !== undefined) this.send({ id: message.id, result: null });
      } else if (this.waiting.has(message.id)) {
        const { resolve, reject } = this.waiting.get(message.id);
        this.waiting.delete(message.id);
        if (message.error) reject(new Error(message.error.message));
        else resolve(message.result);
      }
    }
  }

  send(message) {
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    this.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.process.stdin.write(body);
  }

  notify(method, params) { this.send({ method, params }); }

  request(method, params, token) {
    const id = this.next++;
    if (token) token.onCancellationRequested(() => this.notify("$/cancelRequest", { id }));
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.send({ id, method, params });
    });
  }
}

const range = (r) => new vscode.Range(r.start.line, r.start.character, r.end.line, r.end.character);
const location = (l) => new vscode.Location(vscode.Uri.parse(l.targetUri || l.uri), range(l.targetSelectionRange || l.range));
const locations = (value) => (value ? (Array.isArray(value) ? value : [value]).map(location) : undefined);
const position = (p) => ({ line: p.line, character: p.character });
const lspRange = (r) => ({ start: position(r.start), end: position(r.end) });
const place = (document, p) => ({ textDocument: { uri: document.uri.toString() }, position: position(p) });
const identifier = (document) => ({ textDocument: { uri: document.uri.toString() } });

function edit(value) {
  const result = new vscode.WorkspaceEdit();
  for (const change of value.documentChanges || []) {
    if (change.kind === "create") result.createFile(vscode.Uri.parse(change.uri), change.options);
    if (change.kind === "delete") result.deleteFile(vscode.Uri.parse(change.uri));
    for (const e of change.edits || []) result.replace(vscode.Uri.parse(change.textDocument.uri), range(e.range), e.newText);
  }
  for (const [uri, edits] of Object.entries(value.changes || {})) {
    for (const e of edits) result.replace(vscode.Uri.parse(uri), range(e.range), e.newText);
  }
  return result;
}

function symbol(s) {
  const result = new vscode.DocumentSymbol(s.name, s.detail || "", s.kind - 1, range(s.range), range(s.selectionRange));
  result.children = (s.children || []).map(symbol);
  return result;
}

function providers(server, capabilities) {
  const languages = vscode.languages;
  const ask = (method, params, token) => server.request(`textDocument/${method}`, params, token).catch(() => null);
  const goTo = (method) => async (document, p, token) => locations(await ask(method, place(document, p), token));
  return [
    languages.registerHoverProvider(selector, {
      async provideHover(document, p, token) {
        const value = await ask("hover", place(document, p), token);
        return value && new vscode.Hover(new vscode.MarkdownString(value.contents.value), range(value.range));
      },
    }),
    languages.registerDefinitionProvider(selector, { provideDefinition: goTo("definition") }),
    languages.registerTypeDefinitionProvider(selector, { provideTypeDefinition: goTo("typeDefinition") }),
    languages.registerImplementationProvider(selector, { provideImplementation: goTo("implementation") }),
    languages.registerReferenceProvider(selector, {
      async provideReferences(document, p, context, token) {
        return locations(await ask("references", { ...place(document, p), context }, token));
      },
    }),
    languages.registerDocumentHighlightProvider(selector, {
      async provideDocumentHighlights(document, p, token) {
        return (await ask("documentHighlight", place(document, p), token) || []).map((h) => new vscode.DocumentHighlight(range(h.range), h.kind - 1));
      },
    }),
    languages.registerCompletionItemProvider(selector, {
      async provideCompletionItems(document, p, token) {
        const value = await ask("completion", place(document, p), token);
        return (value ? value.items : []).map((i) => {
          const item = new vscode.CompletionItem(i.label, i.kind - 1);
          Object.assign(item, { detail: i.detail, documentation: i.documentation, sortText: i.sortText, filterText: i.filterText, tags: i.tags });
          if (i.insertText) item.insertText = i.insertTextFormat === 2 ? new vscode.SnippetString(i.insertText) : i.insertText;
          item.additionalTextEdits = (i.additionalTextEdits || []).map((e) => vscode.TextEdit.replace(range(e.range), e.newText));
          return item;
        });
      },
    }, "{", "(", "$", "@", ":", "[", "."),
    languages.registerSignatureHelpProvider(selector, {
      async provideSignatureHelp(document, p, token) {
        const value = await ask("signatureHelp", place(document, p), token);
        if (!value) return undefined;
        const help = new vscode.SignatureHelp();
        help.signatures = value.signatures.map((s) => {
          const information = new vscode.SignatureInformation(s.label, s.documentation);
          information.parameters = s.parameters.map((x) => new vscode.ParameterInformation(x.label, x.documentation));
          return information;
        });
        help.activeSignature = 0;
        help.activeParameter = value.activeParameter || 0;
        return help;
      },
    }, "(", ","),
    languages.registerRenameProvider(selector, {
      async provideRenameEdits(document, p, newName, token) {
        return edit(await server.request("textDocument/rename", { ...place(document, p), newName }, token));
      },
      async prepareRename(document, p, token) {
        const value = await ask("prepareRename", place(document, p), token);
        if (!value) throw new Error("There is nothing to rename here");
        return { range: range(value.range), placeholder: value.placeholder };
      },
    }),
    languages.registerDocumentSymbolProvider(selector, {
      async provideDocumentSymbols(document, token) { return (await ask("documentSymbol", identifier(document), token) || []).map(symbol); },
    }),
    languages.registerWorkspaceSymbolProvider({
      async provideWorkspaceSymbols(query, token) {
        const value = await server.request("workspace/symbol", { query }, token).catch(() => []);
        return value.map((s) => new vscode.SymbolInformation(s.name, s.kind - 1, "", location(s.location)));
      },
    }),
    languages.registerFoldingRangeProvider({ language: "graphql" }, {
      async provideFoldingRanges(document, _, token) {
        return (await ask("foldingRange", identifier(document), token) || []).map((r) => new vscode.FoldingRange(r.startLine, r.endLine));
      },
    }),
    languages.registerSelectionRangeProvider(selector, {
      async provideSelectionRanges(document, positions, token) {
        const convert = (s) => new vscode.SelectionRange(range(s.range), s.parent && convert(s.parent));
        return (await ask("selectionRange", { ...identifier(document), positions: positions.map(position) }, token) || []).map(convert);
      },
    }),
    languages.registerInlayHintsProvider(selector, {
      async provideInlayHints(document, wanted, token) {
        if (!vscode.workspace.getConfiguration("relay").get("inlayHints")) return [];
        const value = await ask("inlayHint", { ...identifier(document), range: lspRange(wanted) }, token);
        return (value || []).map((h) => new vscode.InlayHint(new vscode.Position(h.position.line, h.position.character), h.label, h.kind));
      },
    }),
    languages.registerCodeLensProvider(selector, {
      async provideCodeLenses(document, token) {
        const wanted = vscode.workspace.getConfiguration("relay").get("codeLens");
        if (wanted === "off") return [];
        const lenses = await ask("codeLens", identifier(document), token) || [];
        return lenses.filter((lens) => wanted === "all" || lens.data.kind !== "reads").map((lens) => {
          if (lens.data.kind === "run") return new vscode.CodeLens(range(lens.range), lens.command);
          const [uri, start, found] = lens.command.arguments;
          const values = [vscode.Uri.parse(uri), new vscode.Position(start.line, start.character), locations(found)];
          return new vscode.CodeLens(range(lens.range), { title: lens.command.title, command: lens.command.command, arguments: values });
        });
      },
    }),
    languages.registerCodeActionsProvider(selector, {
      async provideCodeActions(document, wanted, _, token) {
        const value = await ask("codeAction", { ...identifier(document), range: lspRange(wanted), context: { diagnostics: [] } }, token);
        return (value || []).map((a) => {
          const action = new vscode.CodeAction(a.title, vscode.CodeActionKind.Empty.append(a.kind));
          action.edit = edit(a.edit);
          return action;
        });
      },
    }),
    languages.registerDocumentLinkProvider(selector, {
      async provideDocumentLinks(document, token) {
        return (await ask("documentLink", identifier(document), token) || []).map((l) => new vscode.DocumentLink(range(l.range), vscode.Uri.parse(l.target)));
      },
    }),
    // Never for Swift, which has its own formatter and its own colors.
    languages.registerDocumentFormattingEditProvider({ language: "graphql" }, {
      async provideDocumentFormattingEdits(document, options, token) {
        const value = await ask("formatting", { ...identifier(document), options: { tabSize: options.tabSize, insertSpaces: options.insertSpaces } }, token);
        return (value || []).map((e) => vscode.TextEdit.replace(range(e.range), e.newText));
      },
    }),
    languages.registerDocumentSemanticTokensProvider({ language: "graphql" }, {
      async provideDocumentSemanticTokens(document, token) {
        const value = await ask("semanticTokens/full", identifier(document), token);
        return value && new vscode.SemanticTokens(new Uint32Array(value.data));
      },
    }, new vscode.SemanticTokensLegend(capabilities.semanticTokensProvider.legend.tokenTypes, capabilities.semanticTokensProvider.legend.tokenModifiers)),
  ];
}

/** Commands that need an operation: that of a lens, or the one around the cursor. */
function commands(server) {
  const operation = async (uri, name) => {
    const editor = vscode.window.activeTextEditor;
    if (!uri && !editor) return undefined;
    if (!uri) {
      uri = editor.document.uri.toString();
      const kind = 12 - 1; // Operations are functions among the symbols of a document.
      const symbols = (await server.request("textDocument/documentSymbol", { textDocument: { uri } }) || []).map(symbol);
      const found = symbols.find((s) => s.kind === kind && s.range.contains(editor.selection.active)) || symbols.find((s) => s.kind === kind);
      if (!found) throw new Error("There is no operation here");
      name = found.name;
    }
    return server.request("workspace/executeCommand", { command: "relay.operationText", arguments: [uri, name] });
  };
  const guarded = (body) => async (...values) => {
    try {
      await body(...values);
    } catch (error) {
      vscode.window.showErrorMessage(error.message);
    }
  };
  return [
    vscode.commands.registerCommand("relay.copyOperation", guarded(async (uri, name) => {
      const found = await operation(uri, name);
      if (found) await vscode.env.clipboard.writeText(found.text);
    })),
    vscode.commands.registerCommand("relay.run", guarded(async (uri, name) => {
      const settings = vscode.workspace.getConfiguration("relay");
      const endpoint = settings.get("endpoint");
      if (!endpoint) throw new Error("The setting 'relay.endpoint' has no address of a server");
      const found = await operation(uri, name);
      if (!found) return;
      let variables = {};
      if (found.variables.length > 0) {
        const example = `{ ${found.variables.map((v) => `"${v.name}": null`).join(", ")} }`;
        const text = await vscode.window.showInputBox({ title: found.name, prompt: found.variables.map((v) => `$${v.name}: ${v.type}`).join(", "), value: example });
        if (text === undefined) return;
        variables = JSON.parse(text);
      }
      const headers = { "content-type": "application/json" };
      for (const [key, value] of Object.entries(settings.get("headers"))) headers[key] = value.replace(/\$\{env:(\w+)\}/g, (_, v) => process.env[v] || "");
      const response = await fetch(endpoint, { method: "POST", headers, body: JSON.stringify({ query: found.text, operationName: found.name, variables }) });
      let content = await response.text();
      try { content = JSON.stringify(JSON.parse(content), null, 2); } catch { /* It is shown as it is. */ }
      await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: "json", content }), { preview: true });
    })),
  ];
}

async function start(context, log) {
  const folder = vscode.workspace.workspaceFolders && vscode.workspace.workspaceFolders[0];
  if (!folder) return [];
  const command = vscode.workspace.getConfiguration("relay").get("command").slice();
  if (command[0].includes("/") && !path.isAbsolute(command[0])) command[0] = path.join(folder.uri.fsPath, command[0]);
  const server = new Connection(command, folder.uri.fsPath, log);
  const diagnostics = vscode.languages.createDiagnosticCollection("relay");
  server.handlers.set("textDocument/publishDiagnostics", ({ uri, diagnostics: found }) => {
    diagnostics.set(vscode.Uri.parse(uri), found.map((d) => {
      const severity = [undefined, 0, 1, 2, 3][d.severity];
      const result = new vscode.Diagnostic(range(d.range), d.message, severity);
      Object.assign(result, { code: d.code, source: d.source, tags: d.tags });
      result.relatedInformation = (d.relatedInformation || []).map((r) => new vscode.DiagnosticRelatedInformation(location(r.location), r.message));
      return result;
    }));
  });
  server.handlers.set("window/logMessage", ({ message }) => log.appendLine(message));
  const folders = vscode.workspace.workspaceFolders.map((f) => ({ uri: f.uri.toString(), name: f.name }));
  server.handlers.set("window/showMessage", ({ type, message }) => (type === 1 ? vscode.window.showErrorMessage(message) : vscode.window.showWarningMessage(message)));
  const { capabilities } = await server.request("initialize", {
    processId: process.pid, rootUri: folder.uri.toString(), workspaceFolders: folders,
    capabilities: {
      textDocument: {
        completion: { completionItem: { snippetSupport: true } }, hover: { contentFormat: ["markdown"] }, definition: { linkSupport: true },
        documentSymbol: { hierarchicalDocumentSymbolSupport: true }, publishDiagnostics: { relatedInformation: true },
      },
      workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ["create", "delete"] } },
    },
    initializationOptions: { commands: ["relay.run"] },
  });
  server.notify("initialized", {});
  const isOurs = (document) => vscode.languages.match(selector, document) > 0 || path.basename(document.uri.fsPath) === "relay.config.json";
  const open = (document) => {
    if (!isOurs(document)) return;
    server.notify("textDocument/didOpen", { textDocument: { uri: document.uri.toString(), languageId: document.languageId, version: document.version, text: document.getText() } });
  };
  vscode.workspace.textDocuments.forEach(open);
  const watcher = vscode.workspace.createFileSystemWatcher("**/{*.graphql,*.graphqls,*.gql,*.swift,relay.config.json}");
  const changed = (type) => (uri) => server.notify("workspace/didChangeWatchedFiles", { changes: [{ uri: uri.toString(), type }] });
  return [
    ...providers(server, capabilities), ...commands(server), diagnostics, watcher,
    watcher.onDidCreate(changed(1)), watcher.onDidChange(changed(2)), watcher.onDidDelete(changed(3)),
    vscode.workspace.onDidOpenTextDocument(open),
    vscode.workspace.onDidChangeTextDocument((event) => {
      if (!isOurs(event.document) || event.contentChanges.length === 0) return;
      server.notify("textDocument/didChange", {
        textDocument: { uri: event.document.uri.toString(), version: event.document.version },
        contentChanges: event.contentChanges.map((c) => ({ range: lspRange(c.range), text: c.text })),
      });
    }),
    vscode.workspace.onDidCloseTextDocument((document) => { if (isOurs(document)) server.notify("textDocument/didClose", identifier(document)); }),
    { dispose: () => { server.request("shutdown").then(() => server.notify("exit"), () => {}); } },
  ];
}

let running = [];

async function activate(context) {
  const log = vscode.window.createOutputChannel("Relay for Swift");
  const restart = async () => {
    for (const item of running) item.dispose();
    running = [];
    try {
      running = await start(context, log);
    } catch (error) {
      log.appendLine(String(error));
      vscode.window.showErrorMessage(`'relay lsp' does not start: ${error.message}. The setting 'relay.command' names the command.`);
    }
  };
  context.subscriptions.push(log, vscode.commands.registerCommand("relay.restart", restart), { dispose: () => running.forEach((item) => item.dispose()) });
  await restart();
}

module.exports = { activate };
