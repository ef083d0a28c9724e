"""The documentation site: Sphinx with MyST and Furo, in English and French. `make docs` builds and serves it."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))  # for docs.directives

from mississippi_stud import __version__  # noqa: E402

project = "mississippi-stud"
author = "The mississippi-stud founders"
project_copyright = f"2026, {author}"
version = release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "docs.directives"]
exclude_patterns = ["locale", "templates"]
templates_path = ["templates"]
nitpicky = True
nitpick_ignore_regex = [("py:.*", ".*")]  # types of other packages: their pages are not on this machine

myst_heading_anchors = 4
myst_fence_as_directive = ["mermaid"]

highlight_language = "text"
default_role = "code"  # in docstrings, `x` is code
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "no-value": True}
toc_object_entries = False

locale_dirs = ["locale"]
gettext_compact = True  # a catalogue for each folder, and for each page beside this file
gettext_location = gettext_uuid = False
figure_language_filename = "{path}{basename}.{language}{ext}"

html_theme = "furo"
html_title = "mississippi-stud"
html_favicon = "../src/mississippi_stud/web/static/icon.svg"
html_copy_source = False
html_show_sphinx = False  # the sentence about the theme cannot be said in French with it
html_static_path = ["static"]
html_css_files = ["site.css"]
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#14603f", "color-brand-content": "#14603f"},
    "dark_css_variables": {"color-brand-primary": "#6fc79b", "color-brand-content": "#6fc79b"},
}
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/search.html",
        "sidebar/languages.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
