"""Writing what is generated, for the scripts that the build calls."""


def write_changed(path, text):
    """Writes a file, unless it is the same already: then its time stays, and ninja builds nothing that depends on it."""
    try:
        with open(path, encoding="utf-8") as file:
            if file.read() == text:
                return
    except (OSError, ValueError):
        pass  # there is none yet
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
