#!/usr/bin/env python3
"""Asks the language server through pygls (1.3, from PyPI), whose types reject every message that is not as the protocol says.

    Tests/ToolCases/pygls_client.py SERVER ARG…
"""
import asyncio, os, pathlib, shutil, sys, tempfile

from lsprotocol import types as lsp
from pygls.lsp.client import BaseLanguageClient


async def main(command):
    root = pathlib.Path(tempfile.mkdtemp()) / "project"
    shutil.copytree(pathlib.Path(__file__).parent / "Neovim", root)
    client = BaseLanguageClient("test", "1")
    published = asyncio.Queue()
    client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(lambda params: published.put_nowait(params))
    client.feature(lsp.CLIENT_REGISTER_CAPABILITY)(lambda params: None)
    client.feature(lsp.WINDOW_SHOW_MESSAGE)(lambda params: None)
    client.feature(lsp.WINDOW_LOG_MESSAGE)(lambda params: None)
    await client.start_io(*command, cwd=str(root))
    capabilities = lsp.ClientCapabilities(
        general=lsp.GeneralClientCapabilities(position_encodings=[lsp.PositionEncodingKind.Utf8, lsp.PositionEncodingKind.Utf16]),
        text_document=lsp.TextDocumentClientCapabilities(
            document_symbol=lsp.DocumentSymbolClientCapabilities(hierarchical_document_symbol_support=True),
            publish_diagnostics=lsp.PublishDiagnosticsClientCapabilities(related_information=True)))
    result = await client.initialize_async(lsp.InitializeParams(capabilities=capabilities, root_uri=root.as_uri()))
    assert result.capabilities.position_encoding == lsp.PositionEncodingKind.Utf8, result.capabilities.position_encoding
    client.initialized(lsp.InitializedParams())
    uri = (root / "documents/ProfileQuery.graphql").as_uri()
    other, actions, fragment, schema = (
        (root / name).as_uri()
        for name in ("documents/Viewer.graphql", "documents/Actions.graphql", "documents/Profile_user.graphql", "schema.graphql"))
    text = (root / "documents/ProfileQuery.graphql").read_text()
    client.text_document_did_open(lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(uri, "graphql", 1, text)))
    while True:
        params = await asyncio.wait_for(published.get(), 600)
        if params.uri == uri and params.diagnostics: break
    document = lsp.TextDocumentIdentifier(uri)
    place = {"text_document": document, "position": lsp.Position(1, 3)}
    whole = lsp.Range(lsp.Position(0, 0), lsp.Position(9, 0))
    spread = {"text_document": document, "position": lsp.Position(3, 8)}
    answers = [
        await client.text_document_hover_async(lsp.HoverParams(**place)),
        await client.text_document_definition_async(lsp.DefinitionParams(**place)),
        await client.text_document_type_definition_async(lsp.TypeDefinitionParams(**place)),
        await client.text_document_implementation_async(lsp.ImplementationParams(**spread)),
        await client.text_document_references_async(lsp.ReferenceParams(lsp.ReferenceContext(True), **spread)),
        await client.text_document_document_highlight_async(lsp.DocumentHighlightParams(**place)),
        await client.text_document_completion_async(lsp.CompletionParams(**place)),
        await client.text_document_signature_help_async(lsp.SignatureHelpParams(document, lsp.Position(5, 9))),
        await client.text_document_prepare_rename_async(lsp.PrepareRenameParams(**spread)),
        await client.text_document_rename_async(lsp.RenameParams(new_name="Renamed", **spread)),
        await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(document)),
        await client.workspace_symbol_async(lsp.WorkspaceSymbolParams("user")),
        await client.text_document_folding_range_async(lsp.FoldingRangeParams(document)),
        await client.text_document_selection_range_async(lsp.SelectionRangeParams(document, [lsp.Position(2, 5)])),
        await client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(document)),
        await client.text_document_inlay_hint_async(lsp.InlayHintParams(document, whole)),
        await client.text_document_code_action_async(lsp.CodeActionParams(document, whole, lsp.CodeActionContext([]))),
        await client.text_document_formatting_async(lsp.DocumentFormattingParams(lsp.TextDocumentIdentifier(actions), lsp.FormattingOptions(2, True))),
        await client.text_document_declaration_async(lsp.DeclarationParams(**place)),
        await client.workspace_execute_command_async(lsp.ExecuteCommandParams("relay.operationText", [other, "ViewerQuery"])),
        await client.text_document_code_lens_async(lsp.CodeLensParams(lsp.TextDocumentIdentifier(fragment))),
        await client.text_document_document_link_async(lsp.DocumentLinkParams(lsp.TextDocumentIdentifier(schema))),
        await client.text_document_diagnostic_async(lsp.DocumentDiagnosticParams(document)),
        await client.workspace_diagnostic_async(lsp.WorkspaceDiagnosticParams([])),
    ]
    missing = [index for index, answer in enumerate(answers) if not answer]
    await client.shutdown_async(None)
    client.exit(None)
    await client.stop()
    shutil.rmtree(root.parent)
    print(f"{len(answers)} requests through pygls, {len(missing)} without an answer {missing or ''}")
    return 1 if missing else 0


sys.exit(asyncio.run(main(sys.argv[1:])))
