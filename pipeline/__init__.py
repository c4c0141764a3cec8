"""The Damage Step pipeline: which effect of which Yu-Gi-Oh! card may be activated in the Damage Step, when, and why."""

__version__ = "0.1.0"
