"""The oldest browsers that Cardinal promises to work in: Chrome 105, Firefox 121, iPadOS 15.4."""
