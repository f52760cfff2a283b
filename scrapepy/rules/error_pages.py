"""What an error page says: in its title or main heading, where the message is all there is, or in a short body.

The patterns are asked of text in lower case with signs taken for spaces (``convert.error_check``). A *message* must be
the whole title or heading, the site's name taken off; a *saying* must be a sentence (no condition before it) of a
body of under 100 words that holds nothing else. ``hit`` and
``miss`` are titles (messages) or bodies (sayings) that the row must and must not take for an error page.
"""

from __future__ import annotations

from dataclasses import dataclass

SHORT_BODY = 100
"""Words under which a body is short (SPEC 4)."""

LONG_ARTICLE = 400
"""Words outside links from which on a text is an article whatever its title says."""

OPENINGS = r"(?:(?:oops|ooops|whoops|sorry|uh oh|ouch|http|https|status|code|error|fehler|erreur|fatal) ?)*"
"""May stand before a message."""

CODE = r"(?:error |code |status )?(?:4[0-3][0-9]|451|5[0-1][0-9]|52[0-9])(?: error)?"
"""A status code of RFC 9110 or of a well-known server."""


@dataclass(frozen=True, slots=True)
class MessageRule:
    """A message that is the whole title or heading. A weak one counts only over a short body."""

    id: str
    pattern: str
    hit: str
    miss: str
    weak: bool = False


@dataclass(frozen=True, slots=True)
class SayingRule:
    """A sentence to the reader in a short body."""

    id: str
    pattern: str
    hit: str
    miss: str


MESSAGES: tuple[MessageRule, ...] = (
    MessageRule("code", CODE, "404", "The 500 best albums"),
    MessageRule(
        "not-found",
        r"(?:the |this )?(?:requested )?(?:page|document|url|article|site) "
        r"(?:you (?:requested|are looking for|were looking for) )?"
        r"(?:(?:was |is |could |can ?|couldn t |could ?not |wasn t |isn t |can t )*(?:not )?(?:be )?(?:found"
        r"|available|exist)"
        r"|not found|does not exist|doesn t exist|no longer exists|no longer available|unavailable"
        r"|introuvable)",
        "Page not found – Site",
        "Not found in translation",
    ),
    MessageRule(
        "object-not-found",
        r"(?:the )?(?:requested )?(?:file|resource|content|address|path|object|page|document|url) "
        r"(?:you (?:requested|are looking for|were looking for) )?"
        r"(?:(?:was |is |could |can ?|couldn t |could ?not |wasn t |isn t |can t )*(?:not )?(?:be )?(?:found"
        r"|available|exist)"
        r"|not found|missing|does not exist|doesn t exist|no longer exists|no longer available|unavailable)",
        "Resource not found",
        "Files that are not found",
        weak=True,
    ),
    MessageRule("not-found-bare", r"not found", "404 Not Found", "Lost and found"),
    MessageRule(
        "nothing-found", r"nothing found|nothing here|no results found", "Nothing found", "Nothing new", weak=True
    ),
    MessageRule(
        "denied",
        r"access (?:is )?(?:denied|forbidden|restricted)|you (?:don t|do not) have permission.*",
        "Access denied",
        "Access denied: how to fix permissions",
    ),
    MessageRule(
        "login",
        r"permission denied|login required|sign in required",
        "Permission denied",
        "Permission denied on start-up",
        weak=True,
    ),
    MessageRule(
        "server",
        r"(?:internal )?server error|bad gateway|(?:the )?service (?:is )?(?:temporarily )?unavailable|gateway time "
        r"?out|temporarily unavailable|page not available"
        r"|the website is (?:currently )?(?:down|unavailable).*|an (?:unexpected )?error (?:has )?occurred",
        "502 Bad Gateway",
        "Error handling",
    ),
    MessageRule(
        "request-failed",
        r"too many requests|request time ?out|method not allowed|something went wrong|application error",
        "Too many requests",
        "Application errors",
        weak=True,
    ),
    MessageRule(
        "other-languages",
        r"(?:die )?seite (?:wurde )?nicht gefunden|seite nicht verfügbar|zugriff verweigert|page non trouvée|page "
        r"introuvable"
        r"|accès (?:refusé|interdit)|página no encontrada|no se encontró la página|página não encontrada"
        r"|pagina non trovata|pagina niet gevonden|sidan hittades inte|siden (?:ble )?ikke funnet|strona nie znaleziona"
        r"|страница не найдена|сторінку не знайдено|доступ запрещен|ページが見つかりません(?:でした)?"
        r"|页面不存在|页面未找到|找不到(?:页面|頁面)"
        r"|頁面不存在|페이지를 찾을 수 없습니다|صفحه (?:مورد نظر )?(?:یافت|پیدا) نشد|الصفحة غير موجودة",
        "Seite nicht gefunden",
        "Die verlorene Seite wieder gefunden",
    ),
    MessageRule(
        "one-word",
        r"error|errors?|forbidden|unauthorized|unauthorised|gone|bad request|oops|sorry|unavailable",
        "403 – Forbidden",
        "Forbidden",
        weak=True,
    ),
)

MISSING = (
    r"(?:not (?:be )?(?:found|available|exist)|(?:couldn|can|wasn|isn|doesn|don) t (?:be )?(?:found|exist|find)"
    r"|cannot be found|no longer (?:exists?|available|here)|does not exist|been (?:moved|removed|deleted)|unavailable)"
)
"""What is said of a page that is not there."""

CONDITION = r"\b(?:if|when|whenever|unless|in case|whether|where|which|before|after|until|once|so that|e g)\b"
"""Before a saying in the same sentence: it tells what may happen, not what has."""

SAYINGS: tuple[SayingRule, ...] = (
    SayingRule(
        "the-page-you-wanted",
        r"(?:page|file|document|url|resource|content|article|address|link) (?:that )?"
        r"(?:you (?:are|were|re|ve|have|had|want|wanted|request|requested|tried|try|asked|seek|entered|typed|followed)"
        r"|we|was requested|requested)\b.{0,80}?" + MISSING,
        "Oops! The page you are looking for could not be found.",
        "If the file you requested does not exist, an exception is raised.",
    ),
    SayingRule(
        "we-cannot-find",
        r"(?:sorry|we|unfortunately)\b.{0,40}?"
        r"(?:(?:couldn|can) t|can ?not|could not|unable to|were not able to|weren t able to) (?:be )?"
        r"(?:find|locate)\b (?:(?:a|the|that|this|your|any) )?(?:requested )?"
        r"(?:(?:web ?)?page|document|url|address|resource|article|what you|anything at|the thing you)\b",
        "Sorry, we couldn't find that page.",
        "If we cannot find a date in the source, we generate one.",
    ),
    SayingRule(
        "sorry-no-page",
        r"(?:sorry|unfortunately|oops)\b.{0,20}?(?:this|that|the|your) (?:requested )?"
        r"(?:(?:web ?)?page|document|url|address|resource|article)\b.{0,20}?" + MISSING,
        "Sorry, but that page does not exist.",
        "The table does not exist, sorry.",
    ),
    SayingRule(
        "no-permission",
        r"you (?:don t|do not) have (?:permission|access|the rights?)\b.{0,40}?\b(?:this|requested)"
        r" (?:web ?)?(?:page|resource|document|site|server|url|directory|content|area|section|file)",
        "You don't have permission to access this resource on this server.",
        "You do not have permission to view the log until an administrator says so.",
    ),
    SayingRule(
        "server-speaks",
        r"the (?:requested url .{0,80}? was not found on this server|server encountered an (?:internal|unexpected) "
        r"error"
        r"|server is temporarily unable to service your request)",
        "The requested URL /x was not found on this server.",
        "The server logs each request that was not found.",
    ),
)

CONTENT_OF_ITS_OWN = "pre, dl, math, code"
"""A page that holds such has something to say, whatever a sentence of it sounds like."""
