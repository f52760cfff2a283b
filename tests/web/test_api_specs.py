"""Where viewers of API descriptions name their documents."""

from __future__ import annotations

import pytest

from scrapepy.convert.openapi.viewer import viewer_of
from scrapepy.rules.api_viewers import API_VIEWERS
from scrapepy.web.api_specs import files_in_spec, settings_in_data, specs_in_script
from scrapepy.web.links import parse_page

SPEC = '{"openapi": "3.0.0", "info": {"title": "T"}, "servers": [{"url": "https://not.it"}]}'


@pytest.mark.parametrize(
    ("script", "addresses"),
    [
        ("const ui = SwaggerUIBundle({\n    url: '/openapi.json',\n'dom_id': '#swagger-ui' })", ["/openapi.json"]),
        (
            'window.ui = SwaggerUIBundle({urls: [{url: "a.json", name: "A"}, {name: "B", url: "b.yaml"}]})',
            ["a.json", "b.yaml"],
        ),
        ('SwaggerUIBundle({configUrl: "/v3/api-docs/swagger-config", url: ""})', ["/v3/api-docs/swagger-config"]),
        ('var swaggerUrl = "../x.json"; SwaggerUIBundle({url: swaggerUrl})', ["../x.json"]),
        ("Redoc.init('https://api.example/spec.yaml', {}, node)", ["https://api.example/spec.yaml"]),
        ('let where = "s.json";\nRedoc.init(where, {})', ["s.json"]),
        ('Scalar.createApiReference("#app", {url: "/openapi.yaml"})', ["/openapi.yaml"]),
        ("SwaggerUIBundle({url: `${location.origin}/x.json`})", []),
        ('SwaggerUIBundle({url: "/x/" + name, oauth2RedirectUrl: "o.html"})', []),
        ('fetch({url: "/data.json"})', []),  # no viewer
    ],
)
def test_scripts_that_name_a_document(script: str, addresses: list[str]) -> None:
    assert [place.address for place in specs_in_script(script)] == addresses


@pytest.mark.parametrize(
    "script",
    [
        f'SwaggerUIBundle({{dom_id: "#x", spec: {SPEC}, presets: []}})',
        f'var options = {{"swaggerDoc": {SPEC}, "customOptions": {{}}}}; SwaggerUIBundle(options.swaggerDoc)',
        f"const description = {SPEC};\nSwaggerUIBundle({{spec: description}})",
        f'const __redoc_state = {{"spec": {{"data": {SPEC}}}}}; Redoc.hydrate(__redoc_state)',
    ],
)
def test_scripts_that_hold_a_document(script: str) -> None:
    places = specs_in_script(script)
    assert [(place.address, place.inline["info"]) for place in places] == [("", {"title": "T"})]


PAGES = {
    "swagger-ui": '<div id="swagger-ui"></div><script>SwaggerUIBundle({url: "s.json"})</script>',
    "redoc": '<redoc spec-url="s.json"></redoc><script src="redoc.standalone.js"></script>',
    "rapidoc": '<rapi-doc spec-url="s.json"></rapi-doc>',
    "stoplight-elements": '<elements-api apiDescriptionUrl="s.json" router="hash"></elements-api>',
    "scalar": '<script id="api-reference" data-url="s.json"></script>',
}


@pytest.mark.parametrize("row", API_VIEWERS, ids=lambda row: row.name)
def test_each_viewer_is_known_by_its_page(row: object) -> None:
    name = getattr(row, "name")  # noqa: B009
    viewer = viewer_of(parse_page(f"<title>API</title>{PAGES[name]}", "https://a.example/docs/"))
    assert viewer is not None
    assert (viewer.name, [place.address for place in viewer.places]) == (name, ["https://a.example/docs/s.json"])


def test_a_page_about_a_viewer_has_none() -> None:
    page = parse_page(
        '<h1>redoc</h1><pre>Redoc.init("s.json")</pre><script>track("redoc")</script>', "https://a.example/"
    )
    assert viewer_of(page) is None


def test_files_of_a_document() -> None:
    body = b"""{"$ref": "paths/a.yaml#/x", "b": {"$ref":"#/own"}}
    $ref: '../c.json'
    also: {$ref: d.yaml}
    "text": "\\"$ref\\": \\"e.json\\""
    """
    assert files_in_spec(body) == ("paths/a.yaml", "../c.json", "d.yaml")


def test_settings_of_a_viewer() -> None:
    assert settings_in_data(b'{"configUrl": "/c", "urls": [{"url": "/v3/a", "name": "a"}]}') == ("/v3/a",)
    assert settings_in_data(b'{"openapi": "3.0.0", "servers": [{"url": "https://x"}]}') == ()


def test_a_page_of_many_links_is_looked_at_where_a_script_is_called_like_a_viewer() -> None:
    links = "".join(f'<a href="{n}.html">{n}</a>' for n in range(100))
    page = f'<title>API</title>{links}<redoc spec-url="s.json"></redoc><script src="%s"></script>'
    assert viewer_of(parse_page(page % "js/redoc.standalone.js", "https://a.example/")) is not None
    assert viewer_of(parse_page(page % "js/main.js", "https://a.example/")) is None
