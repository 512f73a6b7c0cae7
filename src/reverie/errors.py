"""
Every error this package raises on purpose.

    ReverieError
    ├── ConfigError          a setting is missing, misspelt or out of range
    ├── NotFound             no page, fragment, proposal or change has that name
    ├── VaultError           the vault could not be read or written
    │   ├── VaultMissing     the folder holds no workspace
    │   ├── VaultBusy        another process holds the vault's lock
    │   ├── VaultCorrupt     a stored file does not parse; names file and line
    │   │   └── PageDamaged  and it was a page that was to be changed
    │   ├── OutsideVault     a path would leave the vault
    │   └── HistoryError     the history in audit.git could not be read or written
    ├── EmbedderError        an embedder is missing, down, or answers nonsense
    ├── ModelError           a language model is missing, down, or answers nonsense
    │   └── BudgetSpent      the tokens or the money of the day are spent
    ├── ProposalRejected     the change would break a rule of the domain
    ├── PageMoved            a page changed since the proposal was made from it
    ├── SecretRefused        the text holds a credential; nothing was written
    ├── UndoRefused          later changes stand on the one to be undone
    ├── InstallRefused       a file of an agent host cannot be changed safely; nothing was
    └── BundleRefused        a bundle, or another memory, cannot be written or taken in; nothing was changed

Surfaces catch `ReverieError`, print `str(error)` and stop. Anything else is a bug
and keeps its traceback. Messages are for the person at the keyboard: what, why,
what now, in one line.
"""

from __future__ import annotations

from collections.abc import Sequence


class ReverieError(Exception):
    """The base of every error below; catch this one."""


class ConfigError(ReverieError):
    """A setting is missing, misspelt or out of range."""


class NotFound(ReverieError):
    """No page, fragment, proposal or change has that name."""


class VaultError(ReverieError):
    """The vault could not be read or written."""


class VaultMissing(VaultError):
    """The folder holds no workspace."""


class VaultBusy(VaultError):
    """Another process holds the vault's lock."""


class VaultCorrupt(VaultError):
    """A stored file does not parse; names file and line."""


class PageDamaged(VaultCorrupt):
    """A page that was to be changed does not parse; nothing was changed, its last good version stays in use."""

    def __init__(self, path: str, why: str) -> None:
        self.path = path
        super().__init__(f"{why}; mend the file by hand, nothing was changed")


class OutsideVault(VaultError):
    """A path would leave the vault."""


class HistoryError(VaultError):
    """The history in audit.git could not be read or written."""


class EmbedderError(ReverieError):
    """An embedder is missing, down, or answers nonsense. Recall goes on without it."""


class ModelError(ReverieError):
    """A language model is missing, down, refuses, or answers nonsense. Never holds a key, or what was sent."""


class BudgetSpent(ModelError):
    """The tokens or the money of the day are spent; the model was not asked."""


class ProposalRejected(ReverieError):
    """The change would break a rule of the domain; nothing was written."""

    def __init__(self, proposal_id: str, violations: Sequence[str], *, kept: bool = True) -> None:
        self.proposal_id = proposal_id
        self.violations = tuple(violations)
        see = f" See it with `reverie review show {proposal_id}`." if kept else ""
        super().__init__(f"proposal {proposal_id} was not applied: {'; '.join(violations)}.{see}")


class PageMoved(ReverieError):
    """A page changed since the proposal was made from it; nothing was written."""


class SecretRefused(ReverieError):
    """The text holds a credential; nothing was written."""

    def __init__(self, rules: Sequence[str]) -> None:
        self.rules = tuple(rules)
        super().__init__(
            f"not stored: the text looks like it holds a credential ({', '.join(rules)}). "
            "Keep the variable's name and where it lives, not the value."
        )


class UndoRefused(ReverieError):
    """Later changes stand on the one to be undone."""


class InstallRefused(ReverieError):
    """A file of an agent host cannot be changed safely; nothing was changed."""


class BundleRefused(ReverieError):
    """A bundle, or another memory, cannot be written or taken in; nothing was changed."""
