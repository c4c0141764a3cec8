"""One build beside another: what a new one would lose (`gate`), and whose tags changed by which change of text (`changes`)."""
