"""What the five courses hand out beside their assignments."""
