"""The pages that people look at: an explorer of all cards and four reports, each a single file without any outside part."""
