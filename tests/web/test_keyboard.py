"""Pages by keyboard alone: Tab reaches everything in its order, focus is always seen, and nothing holds it."""

import pytest
from playwright.sync_api import Page

from tests.web.test_account_pages import clock, device, open_account, place

__all__ = ["clock", "device", "place"]

PAGES = {
    "/account": "ms-account .sign-out",
    "/settings": "main :is(input, select)",
    "/trainer": "ms-trainer .asked",
    "/analysis?book=online": "main table",
    "/analysis/hand?book=online&cards=Ah+6h": "main table",
    "/analysis/what-if?book=online": "main input[type=number]",
    "/analysis/side-wagers?book=online": "main table",
}

EXPECTED = """() => {
  const found = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex], iframe")];
  const chosen = (each) => each.type !== "radio" || each.checked
    || !found.some((other) => other.type === "radio" && other.name === each.name && other.form === each.form
      && (other.checked || other.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING));
  window.stops = found.filter((each) => each.tabIndex >= 0 && !each.disabled && !each.closest("[inert]") && chosen(each)
    && each.checkVisibility({ visibilityProperty: true }));
  return stops.map((each) => each.outerHTML.slice(0, 90));
}"""

FOCUSED = """() => {
  const each = document.activeElement;
  if (!each || each === document.body) return null;
  const seen = ({ outlineStyle, outlineWidth }) => outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
  const box = each.getBoundingClientRect();
  return {
    place: stops.indexOf(each),
    html: each.outerHTML.slice(0, 90),
    outlined: each.matches(":focus-visible")
      && [each, each.closest("td, label")].some((one) => one && seen(getComputedStyle(one))),
    inside: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
  };
}"""


def tab_through(page: Page) -> None:
    """Press Tab from the top of a page until the browser has the focus again."""
    expected = page.evaluate(EXPECTED)
    assert len(expected) > 5
    page.evaluate("document.activeElement.blur(); getSelection().removeAllRanges(); scrollTo(0, 0)")
    reached: list[int] = []
    for _ in range(3 * len(expected) + 30):
        page.keyboard.press("Tab")
        focus = page.evaluate(FOCUSED)
        if focus is None or (reached and focus["place"] == 0):
            break
        assert focus["outlined"], (page.url, focus)
        assert focus["inside"], (page.url, focus)
        if focus["place"] >= 0 and focus["place"] not in reached[-1:]:  # a date is one stop with several fields
            reached.append(focus["place"])
    else:
        pytest.fail(f"{page.url} holds the focus")
    assert reached == sorted(reached), (page.url, [expected[place] for place in reached])
    assert [expected[place] for place in set(range(len(expected))) - set(reached)] == [], page.url


@pytest.mark.parametrize(("language", "width"), [("en", 1280), ("fr", 360)])
def test_every_page_is_walked_by_tab_alone(device, language: str, width: int):
    v = device("/sign-in", language, viewport={"width": width, "height": 720})
    v.page.wait_for_selector("ms-sign-in form")
    tab_through(v.page)
    v.page.goto(f"{v.url}/account")
    tab_through(v.page)
    open_account(v.page, f"tabbed-{language}")
    for path, ready in PAGES.items():
        v.page.goto(v.url + path)
        v.page.wait_for_selector(ready)
        tab_through(v.page)


FOCUS = "() => document.activeElement.id || document.activeElement.name"


@pytest.mark.parametrize("path", ["/", "/rules", "/settings"])
def test_the_focus_comes_back_to_what_changed_the_language(visit, path: str):
    v = visit()
    v.page.goto(v.url + path)
    v.page.locator("#language").focus()
    v.page.keyboard.press("Enter")
    v.page.wait_for_selector("html[lang=fr]")
    v.page.wait_for_function(f"({FOCUS})() === 'language'")
    assert v.page.evaluate("document.activeElement.localName") == "a"
    v.page.reload()
    v.page.wait_for_load_state("networkidle")
    assert not v.page.evaluate(FOCUS)  # only the page that comes by it has it


@pytest.mark.parametrize("path", ["/", "/settings"])
def test_the_focus_comes_back_to_the_language_in_the_settings(visit, path: str):
    v = visit()
    v.page.goto(v.url + path)
    if path == "/":
        v.page.get_by_role("button", name="Settings").click()
    v.page.locator("[name=language]").select_option("fr")  # by whatever means: it need not have had the focus
    v.page.wait_for_selector("html[lang=fr]")
    v.page.wait_for_function(f"({FOCUS})() === 'language'")
    assert v.page.evaluate("document.activeElement.localName") == "select"
    assert v.page.evaluate("document.activeElement.checkVisibility()")
    assert v.page.locator("dialog.settings[open]").count() == (path == "/")
