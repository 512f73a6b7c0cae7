"""Readers of what agent hosts keep of their sessions, one module a host. They read, and never write or run a thing."""
