"""What ``convert --explain`` says: which extractor and which rules did what."""

from __future__ import annotations

from collections import Counter

from scrapepy.model.document import Conversion, Removal

_EXAMPLES = 3


def explain(conversion: Conversion) -> str:
    """Plain lines: extractor, platform, why the page was refused, and what went by which rule with its first words."""
    lines = [f"extractor: {conversion.extractor or 'none'}", f"platform: {conversion.platform or 'none recognised'}"]
    if conversion.refusal is not None:
        detail = " ".join(part for part in (conversion.refusal_rule, conversion.refusal_detail) if part)
        lines.append(f"no Markdown: {conversion.refusal.value}" + (f" ({detail})" if detail else ""))
    if conversion.kept:
        shares = ", ".join(f"{share:.0%} of the {kind}" for kind, share in conversion.kept.items())
        lines.append(f"kept: {shares}")
    if conversion.lack:
        lines.append(f"too little is kept: {conversion.lack}")
    if not conversion.removals:
        lines.append("removed: nothing")
        return "\n".join(lines) + "\n"
    counts = Counter((removal.step, removal.rule, removal.why) for removal in conversion.removals)
    lines.append("removed:")
    for (step, rule, why), count in counts.items():
        times = f" ({count} times)" if count > 1 else ""
        lines.append(f"  {step} {rule}{times}: {why}")
        lines.extend(f"    {words}" for words in _examples(conversion.removals, step, rule))
    return "\n".join(lines) + "\n"


def _examples(removals: tuple[Removal, ...], step: str, rule: str) -> list[str]:
    found = dict.fromkeys(r.words for r in removals if r.step == step and r.rule == rule and r.words)
    shown = list(found)[:_EXAMPLES]
    if len(found) > _EXAMPLES:
        shown.append(f"… and {len(found) - _EXAMPLES} more")
    return shown
