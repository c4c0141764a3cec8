"""The README's picture of the explorer, out of a report on published tags (which hold no card text).

python -m pipeline report --dataset data/published --out SITE
python -m tests.publish.pages.picture SITE pipeline/publish/pages/explorer.png
"""

import sys
from pathlib import Path

from tests.publish.pages.browser import browser

if __name__ == "__main__":
    with browser(Path(sys.argv[1]).resolve(), 1120, 900) as page:
        page.open("index.html#/filter?verdict=yes&kind=quick&window=start")
        page.script("document.querySelector('#filters').open = false; location.hash = '#/card/37742478'")
        page.wait(lambda: page.text("#card-name") == "Honest")
        page.script("document.querySelector('#pane').scrollTop = 0; document.activeElement.blur()")
        Path(sys.argv[2]).write_bytes(page.driver.get_screenshot_as_png())
