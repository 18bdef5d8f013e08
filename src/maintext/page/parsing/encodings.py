"""Encodings of the WHATWG standard: detection from bytes, and its decoders, which Python does not have."""

from turbohtml import detect


def detect_encoding(sample: bytes) -> tuple[str, float]:
    """The label of the likeliest encoding, empty if none is likely, and how likely it is from 0 to 1."""
    match = detect.detect(sample)
    return match.encoding or "", match.confidence


def decode_as(name: str, data: bytes) -> str:
    """Decode by a name of the standard; what cannot be decoded becomes U+FFFD."""
    try:
        return data.decode(f"whatwg-{name}", "replace")  # importing turbohtml.detect registers these codecs
    except LookupError:
        return data.decode("windows-1252", "replace")
