"""A Chromium without a window, where there is one."""

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"))), None)
DRIVER = shutil.which("chromedriver")

try:
    from selenium import webdriver
    from selenium.common.exceptions import WebDriverException
    from selenium.webdriver.common.by import By
    from selenium.webdriver.remote.webelement import WebElement
    from selenium.webdriver.support.ui import WebDriverWait
except ImportError:
    pytest.skip("the pages are tried in a browser: selenium is not installed (pip install -e '.[dev]')", allow_module_level=True)

if BROWSER is None or DRIVER is None:
    pytest.skip(
        "the pages are tried in a browser: no Chromium with its chromedriver is on the PATH (Debian: chromium-driver)", allow_module_level=True
    )

_PATIENCE = 20  # seconds; a busy machine may need some


class Page:
    """One window of the browser, and what people do in it."""

    def __init__(self, driver: webdriver.Chrome, site: Path) -> None:
        self.driver, self.site = driver, site

    def open(self, address: str) -> "Page":
        """Load a page of the report anew, and wait until it says that it is ready."""
        self.driver.get("about:blank")
        self.driver.get(f"{self.site.as_uri()}/{address}")
        self.wait(lambda: self.script("return document.body.dataset.ready") == "yes")
        return self

    def wait(self, holds: Callable[[], object]) -> None:
        """Until it holds, whatever the page replaces meanwhile; fails where it never does."""

        def tried(_: object) -> bool:
            try:
                return bool(holds())
            except WebDriverException:
                return False

        WebDriverWait(self.driver, _PATIENCE, poll_frequency=0.05).until(tried)

    def script(self, text: str, *given: object) -> object:
        """The value of a piece of JavaScript."""
        return self.driver.execute_script(text, *given)

    def one(self, selector: str) -> WebElement:
        """The first element that fits."""
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector: str) -> list[WebElement]:
        """All elements that fit."""
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def text(self, selector: str) -> str:
        """The text of the first element that fits, as the document holds it."""
        return str(self.script("return document.querySelector(arguments[0]).textContent", selector))

    def names(self) -> list[str]:
        """The cards in the list."""
        found = self.script("return [...document.querySelectorAll('#results .name')].map((one) => one.textContent)")
        assert isinstance(found, list)
        return found

    def press(self, keys: str) -> None:
        """Keys to whatever has the focus."""
        self.driver.switch_to.active_element.send_keys(keys)

    def focused(self) -> str:
        """The id of what has the focus, or its text."""
        return str(self.script("return document.activeElement.id || document.activeElement.textContent"))

    def search(self, words: str) -> list[str]:
        """Type a name; the cards that are then listed."""
        before = self.script("return document.querySelector('#results').textContent")
        box = self.one("#query")
        box.clear()
        box.send_keys(words)
        self.wait(lambda: self.script("return document.querySelector('#results').textContent") != before)
        return self.names()

    def complaints(self) -> list[str]:
        """What the console says since it was last asked: violations of the policy, errors."""
        return [str(entry["message"]) for entry in self.driver.get_log("browser")]  # type: ignore[no-untyped-call]

    def requests(self) -> list[str]:
        """The addresses that were asked for since this was last asked."""
        messages = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]  # type: ignore[no-untyped-call]
        return [str(one["params"]["request"]["url"]) for one in messages if one["method"] == "Network.requestWillBeSent"]


@contextmanager
def browser(site: Path, width: int = 1280, height: int = 900, scheme: str = "light") -> Iterator[Page]:
    """A browser of this size on a report's folder."""
    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER or ""
    for argument in (
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
    ):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    try:
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
        yield Page(driver, site)
    finally:
        driver.quit()
