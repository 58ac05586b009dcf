"""Reports as text for people, and in the formats of autograders."""
