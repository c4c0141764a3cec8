"""Tags to files: the tables of a dataset, their files, and what people see of them on a terminal.

`build_tables` turns records into Arrow tables, `write` puts them into a folder, `summary` and `show_card` speak of them.
"""

from pipeline.publish.schema import Provenance
from pipeline.publish.show import Shown, show_card
from pipeline.publish.summary import summary
from pipeline.publish.tables import Tables, build_tables
from pipeline.publish.terminal import plain, wants_colour
from pipeline.publish.writer import write

__all__ = ["Provenance", "Shown", "Tables", "build_tables", "plain", "show_card", "summary", "wants_colour", "write"]
