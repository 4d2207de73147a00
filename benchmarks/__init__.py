"""Speed: see README.md."""
