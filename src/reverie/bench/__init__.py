"""What `reverie bench` runs: one module per question, and what they share. Never touches a person's workspace."""
