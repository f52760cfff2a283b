"""The cells between ruling lines, as pdfplumber finds them."""

from __future__ import annotations

from collections.abc import Iterable

from pdfplumber.table import cells_to_tables, edges_to_intersections, intersections_to_cells, merge_edges

from scrapepy.pdf.values import Box, Rule


def cells_between(rules: Iterable[Rule]) -> list[list[Box]]:
    """The cells that ruling lines enclose, by table, as pdfplumber finds them."""
    edges = [
        {
            "x0": rule.x0,
            "x1": rule.x1,
            "top": rule.top,
            "bottom": rule.bottom,
            "width": rule.x1 - rule.x0,
            "height": rule.bottom - rule.top,
            "orientation": "v" if rule.x0 == rule.x1 else "h",
            "object_type": "line",
        }
        for rule in rules
    ]
    merged = merge_edges(edges, 3, 3, 3, 3)
    points = edges_to_intersections(merged, 3, 3)
    tables: list[list[Box]] = cells_to_tables(intersections_to_cells(points))
    return tables
