"""Text that tries to rule: that would set rules, permissions or duties, though it is not the owner's."""

from __future__ import annotations

import re
from functools import cache


def rules(*texts: str) -> bool:
    """Whether a text tells an agent, now or later, what to do, may do or must ignore."""
    return any(_orders().search(text.replace("’", "'")) for text in texts)


@cache
def _orders() -> re.Pattern[str]:
    lines = r"""
    \b(?:always|never|from now on|going forward|henceforth|in (?:all )?future|every time|whenever)\b
    \b(?:ignore|disregard|forget|override|bypass|disable|skip|turn off)\b.{0,60}\b(?:instruction|rule\
      |previous|prior|above|check|safety|guard|review|approval|confirm|hook|test|verification|warning)
    \b(?:you (?:must|should|shall|are (?:now|allowed|authori[sz]ed|permitted)|may (?:now )?|can now)\
      |the (?:agent|assistant|model|ai) (?:must|should|shall|may|is (?:allowed|authori[sz]ed)))\b
    \b(?:remember|memori[sz]e|store|save|note) (?:this|that|the following|to)\b\
      |\bin (?:your )?(?:long-term )?memory\b
    \b(?:pre-?approved|authori[sz](?:e|ed|ation)|permission|whitelist|allow-?list|trusted|without (?:asking\
      |confirm\w*|approval|review))\b
    \b(?:password|passphrase|api[ _-]?key|token|credential|secret|private key)s?\b
    \b(?:system|developer) (?:prompt|message|note|override)\b|\b(?:new|updated) (?:policy|rule|instruction\
      |owner)\b
    \b(?:send|forward|upload|post|exfiltrate|copy|e-?mail|transfer|pay|wire)\b.{0,60}\b(?:to|at)\b.{0,40}(?:@\
      |https?:|\.(?:com|io|net|org)\b|account|wallet|iban)
    \bcurl\b.{0,120}\|\s*(?:ba|z)?sh\b|\bpip install\b.{0,60}(?:--index-url|--extra-index-url|git\+)\
      |\brm -rf\b|--no-verify\b|--force\b|chmod 777
    <!--|</?reverie|streams/\d{4}-\d\d-\d\d#|<\|?(?:im_start|system|assistant)
    \b(?:immer|niemals|ab (?:jetzt|sofort)|ignoriere|toujours|jamais|désormais|ignore[zr]?|siempre|nunca\
      |a partir de ahora)\b
    항상|절대|앞으로|무시|いつも|必ず|今後|無視|总是|始终|永远|忽略|以后"""
    whole = re.sub(r"\\\n\s*", "", lines.strip())
    return re.compile("|".join(f"(?:{line.strip()})" for line in whole.splitlines()), re.I | re.S)
