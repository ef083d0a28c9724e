"""Draw the icons of the app anew from `icon.svg`: `python -m tests.icons`."""

import shutil
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from mississippi_stud.web.pages.manifest import GREEN, ICONS
from mississippi_stud.web.static_files import STATIC

SAFE = 0.8
"""The part of a maskable icon that every system shows."""


def draw(browser: Browser, folder: Path) -> list[Path]:
    """Draw each PNG of the manifest into a folder."""
    page = browser.new_page()
    drawing = (STATIC / "icon.svg").read_text(encoding="utf-8")
    drawn = []
    for name, sizes, purpose in ICONS:
        if not name.endswith(".png"):
            continue
        whole = int(sizes.partition("x")[0])
        part, ground = (SAFE, GREEN) if purpose == "maskable" else (1, "transparent")
        page.set_viewport_size({"width": whole, "height": whole})
        page.set_content(
            f"<style>body {{ margin: 0; height: 100vh; display: grid; place-items: center; background: {ground} }}"
            f" svg {{ width: {part * 100}%; height: {part * 100}% }}</style>{drawing}"
        )
        drawn.append(folder / name)
        page.screenshot(path=drawn[-1], omit_background=True)
    page.close()
    return drawn


if __name__ == "__main__":
    with sync_playwright() as playwright:
        found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
        draw(playwright.chromium.launch(executable_path=found, args=["--no-sandbox"]), STATIC)
