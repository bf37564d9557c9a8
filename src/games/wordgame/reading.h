// wordgame_reading: is this row of letters a word? One question for the whole game, because a
// letter on the board may have two readings.
//
// In Dutch the tile Y may also stand for IJ. The lexicon spells that as two letters, I and J; on
// the board it is one square with the letter Y. Nothing records which reading is meant: the letters
// are a word if *some* reading of them is one, each Y read as Y or as IJ, and a Y may be read in
// one way across and in the other down. A blank that stands for Y is a Y in this too. So squares
// and tiles alone determine a placement, its text has one character a square ("8D:BY" for BIJ), and
// two readings are still one move. Where the settings have no such pair this is a plain lookup.
//
//     const struct wordgame_state *w = wordgame_state(state);
//     struct word squares = {2, {1, 20}}, reading;
//     ok = wordgame_reads(&w->set, &config->lexicon->graph, &squares, &reading);
#ifndef LOGOMACHY_GAMES_WORDGAME_READING_H
#define LOGOMACHY_GAMES_WORDGAME_READING_H

#include "games/wordgame/state.h"

// `squares` has a letter for each square. `reading`, which may be NULL, gets the word as the
// lexicon spells it: the first reading that is one, Y before IJ from the left.
bool wordgame_reads(const struct wordgame_settings *set, const struct graph *graph,
                    const struct word *squares, struct word *reading);

#endif
