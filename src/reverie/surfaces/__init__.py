"""What people and programs touch. Thin: parse, call `Memory`, print."""
