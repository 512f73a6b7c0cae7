"""MCP: what agents may ask of memory, as tools, resources and prompts."""
