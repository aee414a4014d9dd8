-- Neovim 0.11: put this file into ~/.config/nvim/lsp/ and call vim.lsp.enable("relay").
return {
  cmd = { "relay", "lsp" },
  filetypes = { "graphql", "swift" },
  root_markers = { "relay.config.json", "Package.swift" },
  on_attach = function(client)
    -- Lenses call these commands.
    client.commands["editor.action.showReferences"] = function(command)
      local items = vim.lsp.util.locations_to_items(command.arguments[3] or {}, client.offset_encoding)
      vim.fn.setqflist({}, " ", { title = command.title, items = items })
      vim.cmd("botright copen")
    end
  end,
}
