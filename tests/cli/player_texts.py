#!/usr/bin/env python3
"""Texts for players: no internal names, no bytes, and examples in their own language."""
import os
import re

from harness import ROOT, finish, folder, holds, logomachy, same, test, write

LANGUAGES = ("en", "de", "fr", "nl", "ru")
# Other messages are for those who run the program or write programs for it.
PLAYERS = ("web.", "account.", "me.", "chat.", "mail.", "named.", "rules.", "balda.", "bali.", "wordgame.", "words.", "play.")
INTERNAL = r"\ben-(international|american|common|large|huge)\b|\bwordgame\b|\b[Bb]ytes?\b|\boctets?\b|байт"


def texts(lang):
    """The messages for players in a language, by key."""
    found = {}
    for name in ("data/messages", "data/messages/web"):
        with open(os.path.join(ROOT, name, lang + ".txt"), encoding="utf-8") as file:
            for line in file:
                key, _, text = line.rstrip("\n").partition(" ")
                if key.startswith(PLAYERS):
                    found[key] = text
    return found


def with_match(pattern, lang):
    return [key for key, text in texts(lang).items() if re.search(pattern, text)]


@test
def no_message_has_an_internal_name():
    for lang in LANGUAGES:
        same(with_match(INTERNAL, lang), [], lang)


@test
def examples_are_in_the_language_of_the_reader():
    for lang in LANGUAGES:
        same(bool(with_match("MAISON", lang)), lang == "fr", lang)
    same(with_match("Gabe", "de"), [], "no German for a deal")


@test
def settings_that_a_game_lacks_are_not_offered():
    for lang, word in zip(LANGUAGES, ("verbs", "Verben", "verbes", "werkwoorden", "глаголы")):
        holds(word in texts(lang)["web.rules.balda_settings"], lang)
        holds(word not in texts(lang)["web.rules.bukva_settings"], lang)


GAMES = {
    "balda": "game balda\nlang en\nlexicon en-large\nstart crown\nA c2=Z/b3c3c2\n",
    "start": "game balda\nlang en\nlexicon en-large\nstart zzzzz\n",
    "bukva": "game bukva\nlang en\nlexicon en-large\nstart crown\nA c2=Z/b3c3c2\n",
    "bali": "game bali\nlang en\nlexicon en-international\n" + "".join(f"deal A{i + 1} {c}\n" for i, c in enumerate("QXZJKVW")) + "A A1+A2+A3\n",
    "wordgame": "game wordgame\nlang en\nlexicon en-international\ndeal A QXZJKVWB\ndeal B AAAEEEII\nA 8E:QXZJ\n",
}


@test
def refused_words_name_no_lexicon():
    for name, record in GAMES.items():
        path = write(os.path.join(folder(), "game.rec"), record)
        for lang in LANGUAGES:
            result = logomachy("replay", path, "--ui", lang)
            same(result.status, 1, name)
            holds(re.search("QXZ|ZZZZZ|ROZ", result.err), f"{name} {lang}: {result.err}")
            holds("en-" not in result.err, f"{name} {lang}: {result.err}")


finish()
