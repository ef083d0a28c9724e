"""What makes the game an app that can be installed: its manifest, its service worker, and the page shown offline."""

from typing import Any, Final

from litestar import Request, get
from litestar.response import Response, Template

from mississippi_stud.language import LANGUAGES, translator
from mississippi_stud.web.access import Access
from mississippi_stud.web.frame import frame
from mississippi_stud.web.static_files import STATIC_PATH

ICONS: Final = (("icon.svg", "any", "any"), ("icon-192.png", "192x192", "any"), ("icon-512.png", "512x512", "any"),
                ("icon-maskable.png", "512x512", "maskable"))  # fmt: skip
"""File, sizes and purpose."""
_TYPES: Final = {"svg": "image/svg+xml", "png": "image/png"}
GREEN: Final = "#0c5b3e"
PAPER: Final = "#efece4"


@get("/manifest.webmanifest", opt={"access": Access.ANYBODY}, include_in_schema=False)
async def manifest(request: Request[Any, Any, Any]) -> Response[dict[str, Any]]:
    """The app as a system installs it, in the reader's language."""
    told = frame(request)
    icons = [
        {"src": f"{STATIC_PATH}/{name}", "sizes": sizes, "type": _TYPES[name.rpartition(".")[2]], "purpose": purpose}
        for name, sizes, purpose in ICONS
    ]
    app = {
        "id": "/",
        "name": "Mississippi Stud",
        "short_name": "Mississippi",
        "description": told["description"],
        "lang": told["lang"],
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": GREEN,
        "background_color": PAPER,
        "categories": ["games", "education"],
        "icons": icons,
    }
    return Response(app, media_type="application/manifest+json")


@get("/service-worker.js", opt={"access": Access.ANYBODY}, include_in_schema=False, media_type="text/javascript")
async def service_worker(request: Request[Any, Any, Any]) -> Template:
    """The script that answers for the server while that is out of reach."""
    return Template(template_name="service-worker.js", context=frame(request), media_type="text/javascript")


@get("/offline", opt={"access": Access.ANYBODY}, include_in_schema=False)
async def offline(request: Request[Any, Any, Any]) -> Template:
    """What is shown then, in every language: nobody is there to ask which one is wanted."""
    spoken = sorted(LANGUAGES, key=lambda language: language != frame(request)["lang"])
    translations = [(language, translator(language)) for language in spoken]
    return Template(template_name="offline.html", context=frame(request) | {"translations": translations})
