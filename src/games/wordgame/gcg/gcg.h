// gcg: games in GCG, the text format of the crossword game community, which other programs read and
// write:
//
//     #character-encoding UTF-8
//     #player1 Ann Ann Smith
//     #player2 Bob Bob
//     >Ann: AEINRST 8D TRAINS +14 14
//     >Bob: BDEEGOT -BG +0 0
//     >Ann: AELMOPE H7 L.MP +12 26
//
// A move names its place as we do; letters that lie there already are dots, blanks small letters.
// `-` is a pass, `-BG` an exchange, `--` takes back the move before, which then was a lost turn.
// Lines with parentheses settle the end, challenges and time. Lines with `#` are notes.
//
// Such a file shows racks, not draws. The import finds draws that fit the racks in the file; if it
// shows none, or only a part of one, the tiles are chosen so that each seat can have the tiles it
// shows later. The result is a record like any other: every move has been checked, points are
// counted by the config. If the file has other points, because of another layout or a mistake, the
// import reports that and goes on.
//
//     struct gcg g;
//     struct record r;
//     struct buf mismatches = {0};
//     if (gcg_read(&g, text, &why)) {
//         ok = gcg_import(&g, config, &r, &mismatches, &why);
//         gcg_release(&g);
//         if (ok)
//             record_release(&r);
//     }
//     buf_release(&mismatches);
#ifndef LOGOMACHY_GAMES_WORDGAME_GCG_GCG_H
#define LOGOMACHY_GAMES_WORDGAME_GCG_GCG_H

#include "rules/exchange.h"

enum { GCG_BYTES = 1 << 20 };

enum gcg_kind {
    GCG_PLACE,
    GCG_EXCHANGE,
    GCG_PASS,
    GCG_LEFT, // the tiles of a rack at the end
};

// One relevant line. Texts are slices of the file.
struct gcg_turn {
    uint32_t line;
    enum gcg_kind kind;
    unsigned seat;
    struct text rack;  // as far as the file shows it
    struct text place; // 8D
    struct text
        tiles;       // of a placement, with dots; of an exchange, or how many; of a rack at the end
    bool has_points; // the file has the points of the move:
    int32_t points;  // these
};

struct gcg {
    struct text nick[2], name[2]; // seat A is the player who moves first
    struct text lexicon;          // empty: not named
    struct buf turns;             // of struct gcg_turn
};

// Reads the lines, which are UTF-8. The text must outlive the result. Refused with the line; then
// there is nothing to release.
bool gcg_read(struct gcg *g, struct text text, struct reason *why);
void gcg_release(struct gcg *g);

// The game as a record of the config, whose lexicon is open. Refused with the line of the file;
// then there is nothing to release. `mismatches` grows by a struct exchange_mismatch for each move
// with other points in the file.
bool gcg_import(const struct gcg *g, const struct config *c, struct record *r,
                struct buf *mismatches, struct reason *why);

// A record as such a file. Refused if the record is of another game.
bool gcg_export(const struct record *r, struct buf *out, struct reason *why);

// Import and export for commands. The default preset of an import is the classic set-up.
extern const struct exchange wordgame_gcg;

#endif
