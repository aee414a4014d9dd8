-- Neovim 0.11: put this file into ~/.config/nvim/lsp/ and call vim.lsp.enable("relay").
return {
  cmd = { "relay", "lsp" },
  filetypes = { "graphql", "swift" },
  root_markers = { "relay.config.json", "Package.swift" },
}
