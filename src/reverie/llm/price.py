"""What tokens cost, by the list that comes with genai-prices; nothing is ever fetched."""

from __future__ import annotations

from genai_prices import Usage, calc_price

from reverie.llm.models import ModelSettings


def price(model: str, sent: int, received: int, settings: ModelSettings) -> float | None:
    """US dollars; None when nobody knows. What runs on one's own machine costs nothing, unless a price is set."""
    provider, _, name = model.partition(":")
    if provider != "ollama":
        try:
            return float(
                calc_price(Usage(input_tokens=sent, output_tokens=received), name, provider_id=provider).total_price
            )
        except (LookupError, ValueError):  # not in the list
            pass
    if settings.price_in or settings.price_out:
        return (sent * settings.price_in + received * settings.price_out) / 1e6
    return 0.0 if provider == "ollama" else None
