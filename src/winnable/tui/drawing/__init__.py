"""The card table drawn as characters and inks, without Textual."""
