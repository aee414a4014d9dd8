;;; relay.el --- GraphQL with 'relay lsp' -*- lexical-binding: t -*-
;; Eglot has one server for a buffer, and that of a Swift buffer is sourcekit-lsp. So this is for .graphql files.
(require 'eglot)
(define-derived-mode relay-graphql-mode prog-mode "GraphQL"
  (setq-local comment-start "#"))
(add-to-list 'auto-mode-alist '("\\.\\(graphqls?\\|gql\\)\\'" . relay-graphql-mode))
(add-to-list 'eglot-server-programs '(relay-graphql-mode . ("relay" "lsp")))
(add-hook 'relay-graphql-mode-hook #'eglot-ensure)
(provide 'relay)
