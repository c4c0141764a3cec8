"""Answers to an activation that negate nothing."""
