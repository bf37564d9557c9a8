#!/usr/bin/env python3
"""tools/paths.py finds the paths in documents and comments that lead nowhere, and no others."""
import os
import sys

from harness import ROOT, finish, folder, same, test, write

sys.path.insert(0, os.path.join(ROOT, "tools"))
from paths import faults  # noqa: E402

TREE = {"src/base/map.h": "", "src/base/map.c": "", "src/games/games.txt": "go go\nchess chess\n", "src/games/go/check.c": "",
        "src/games/chess/check.c": "", "src/games/go/apply.c": "", "src/games/go/engine/endgame_ko.c": "",
        "src/games/chess/engine/endgame.c": "", "docs/rules/go.md": "",
        "bench/meson.build": "executable('bench-go', 'go.c')", "web/src/live.ts": "", "README.md": ""}


def found(path, text):
    root = folder()
    for name, content in {**TREE, path: text}.items():
        os.makedirs(os.path.dirname(os.path.join(root, name)), exist_ok=True)
        write(os.path.join(root, name), content)
    return [fault.split(": ")[1].removesuffix(" does not exist") for fault in faults(root)]


@test
def paths_that_exist_are_passed_over():
    for text in ("`src/base/map.h`", "src/base/map, and so on.", "`src/base/`", "src/base/map.{c,h}", "src/games/NAME/check.c",
                 "src/games/NAME/engine/endgame*.c", "docs/rules/NAME.md", "[rules](rules/go.md)", "[rules](rules/go.md#score)", "[page](https://example.org/src/x)",
                 "ninja bench/bench-go", "base/map.h", "build/obj/src/none.o", "200 games/s", "/usr/src/none", "and/or"):
        same(found("docs/page.md", text), [], text)
    same(found("web/README.md", "`src/live.ts` and `web/src/live.ts`"), [], "from the document's own folder")


@test
def others_are_found():
    for text, want in (("a\n`src/base/set.h`", "src/base/set.h"), ("src/basis/", "src/basis/"), ("(see base/set.h).", "src/base/set.h"),
                       ("src/base/{map,set}.h", "src/base/set.h"), ("src/games/NAME/apply.c", "src/games/chess/apply.c"),
                       ("src/games/NAME/engine/endgame.c", "src/games/go/engine/endgame.c"),
                       ("[rules](rules/chess.md)", "docs/rules/chess.md"), ("ninja bench/bench-chess", "bench/bench-chess")):
        same(found("docs/page.md", text), [want], text)
    same(faults_at("docs/page.md", "\n\nsrc/none.c\n"), ["docs/page.md:3"])


def faults_at(path, text):
    root = folder()
    os.makedirs(os.path.join(root, "docs"))
    os.makedirs(os.path.join(root, "src"))
    write(os.path.join(root, path), text)
    return [fault.split(": ")[0] for fault in faults(root)]


@test
def of_code_only_comments_count():
    same(found("src/base/map.c", '// see base/set.h\nx = "src/none.c";\n'), ["src/base/set.h"])
    same(found("web/src/live.ts", "/* web/src/wire.ts */ const a = 'web/src/none.ts';\n"), ["web/src/wire.ts"])


finish()
