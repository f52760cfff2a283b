"""Every row of the evidence says something, and only where it should."""

from __future__ import annotations

import pytest

from scrapepy.convert.facts import facts_of
from scrapepy.convert.junk_table import names_words
from scrapepy.convert.outline import outline_of
from scrapepy.convert.weigh import Likelihood, likelihood
from scrapepy.rules.evidence import EVIDENCE, FURNITURE_RULES, LANDMARKS, NAMES, ROLES
from scrapepy.rules.junk_html import RULES
from scrapepy.web.html import parse

SENTENCE = "The kettle boils, and its whistle is heard in every room upstairs."


def facts_of_lamp(html: str) -> dict[str, float]:
    outline = outline_of(parse(f"<body>{html.replace('@', SENTENCE)}</body>"))
    at = max(at for at, block in enumerate(outline.blocks) if "lamp" in block.text)
    return facts_of(outline)[at]


@pytest.mark.parametrize("row", EVIDENCE, ids=lambda row: row.id)
def test_each_row_is_shown_by_its_case_and_lacking_in_its_near_miss(row) -> None:
    shown, lacking = facts_of_lamp(row.shows), facts_of_lamp(row.lacks)
    assert shown.get(row.id, 0) > lacking.get(row.id, 0)


@pytest.mark.parametrize("row", EVIDENCE, ids=lambda row: row.id)
def test_each_row_earns_its_keep(row) -> None:
    facts = facts_of_lamp(row.shows)
    every = {other.id: other.weight for other in EVIDENCE}
    without = {name: weight for name, weight in every.items() if name != row.id}
    difference = likelihood(facts, every) - likelihood(facts, without)
    assert difference * row.weight > 0


@pytest.mark.parametrize("group", NAMES, ids=lambda group: group.id)
def test_each_group_of_names(group) -> None:
    assert not set(group.words).isdisjoint(names_words(group.hit))
    assert set(group.words).isdisjoint(names_words(group.miss))
    assert group.id in {row.id for row in EVIDENCE}


def test_a_word_is_in_one_group() -> None:
    words = [word for group in NAMES for word in group.words]
    assert len(words) == len(set(words))


def test_the_tables_speak_of_each_other() -> None:
    known = {row.id for row in EVIDENCE}
    assert set(LANDMARKS.values()) <= known
    assert set(ROLES.values()) <= known
    assert {rule.id for rule in RULES} >= FURNITURE_RULES


def test_the_best_set_is_the_likeliest_blocks_down_to_a_limit_of_the_page() -> None:
    html = f"<nav><a href=/a>Home</a></nav><main><h1>Kettles</h1><p>{SENTENCE}</p><p>{SENTENCE}</p></main>"
    outline = outline_of(parse(f"<body>{html}</body>"))
    chance = Likelihood(outline.blocks, facts_of(outline))
    best = chance.best()
    assert {outline.blocks[at].text for at in best} >= {SENTENCE}
    assert "Home" not in {outline.blocks[at].text for at in best}
    others = [best | {0}, best - {max(best)}, frozenset(range(len(outline.blocks)))]
    assert all(chance.expected_f1(best) >= chance.expected_f1(other) for other in others)
    assert chance.expected_f1(()) == 0
