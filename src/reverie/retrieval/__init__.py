"""Finding pages and fragments for a query. Reads the vault and the index, never writes a page."""
