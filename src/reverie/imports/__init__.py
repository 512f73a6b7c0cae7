"""Readers of what other programs remember. They read, and know nothing of vaults."""
