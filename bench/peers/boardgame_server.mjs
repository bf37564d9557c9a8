// A boardgame.io server with its in-memory store: a move is a short text that the seat whose turn it is
// appends to a list.
import { createRequire } from 'node:module';
import { movesAGame } from './tally.mjs';

const { Server } = createRequire(import.meta.url)('boardgame.io/server');
const { INVALID_MOVE } = createRequire(import.meta.url)('boardgame.io/core');

const moves = {
    name: 'moves',
    setup: () => ({ moves: [] }),
    disableUndo: true,
    turn: { minMoves: 1, maxMoves: 1 },
    moves: {
        say({ G }, text) {
            if (typeof text !== 'string' || text.length > 400)
                return INVALID_MOVE;
            G.moves.push(text);
        },
    },
    endIf: ({ G }) => (G.moves.length >= movesAGame ? { draw: true } : undefined),
};

const server = Server({ games: [moves], origins: [/localhost/] });
const { appServer } = await server.run(0);
console.log(`port ${appServer.address().port}`);
