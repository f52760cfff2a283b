from __future__ import annotations

import pytest

from scrapepy.web.slug import Slugger, github_slug

SLUGS = [
    ("Getting started", "getting-started"),
    ("What's new in C++?", "whats-new-in-c"),
    ("snake_case & kebab-case", "snake_case--kebab-case"),
    ("csv.reader(csvfile, **fmt) → int", "csvreadercsvfile-fmt--int"),
    ("  Spaces  ", "spaces"),
    ("ÉCOLE Straße", "école-straße"),
    ("日本語の見出し、です", "日本語の見出しです"),
    ("हिन्दी", "हिन्दी"),  # vowel signs and virama are marks
    ("۱۲ می‌شود", "۱۲-میشود"),
    ("👍 Thumbs", "-thumbs"),
    ("a‿b", "a‿b"),  # connector punctuation stays
    ("x² ½", "x²-½"),
    ("$PATH = %1", "path--1"),
    ("!!!", ""),
]


@pytest.mark.parametrize(("text", "slug"), SLUGS)
def test_github_slug(text: str, slug: str) -> None:
    assert github_slug(text) == slug


def test_repeats_are_numbered() -> None:
    slugger = Slugger()
    assert [slugger.slug(text) for text in ("Notes", "notes", "Other", "NOTES!")] == [
        "notes",
        "notes-1",
        "other",
        "notes-2",
    ]


def test_a_repeat_may_meet_a_real_number() -> None:
    """GitHub counts the occurrences of each base, whatever else is called so; other tools differ here."""
    slugger = Slugger()
    assert [slugger.slug(text) for text in ("Step", "Step 1", "Step")] == ["step", "step-1", "step-1"]
