"""Memory for agent frameworks, one module each. A framework is imported by its own module and nowhere else."""
