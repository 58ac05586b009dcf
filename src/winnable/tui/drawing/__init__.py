"""The card table drawn as characters and colours, without Textual."""
