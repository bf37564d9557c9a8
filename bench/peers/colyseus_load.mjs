// Load on colyseus_server.mjs, with colyseus's own client.
import { Client } from 'colyseus.js';
import { Game, Tally, fail, readArguments, text } from './tally.mjs';

const options = readArguments();
const tally = new Tally(options);
const client = new Client(`ws://127.0.0.1:${options.port}`);

async function prepare() {
    const first = await client.create('moves');
    const second = await client.joinById(first.roomId);
    const rooms = [first, second];
    const game = new Game(tally, seat => rooms[seat].send('move', text));
    rooms.forEach((room, seat) => {
        // The one or the other, as the server is made; the first state has no moves.
        room.onStateChange(state => state.moves.length && game.saw(seat));
        room.onMessage('moved', () => game.saw(seat));
        room.onMessage('refused', why => fail(`refused: ${why}`));
        room.onLeave(code => fail(`a socket was closed: ${code}`));
        room.onError((code, why) => fail(`error ${code}: ${why}`));
    });
    return game;
}

const games = [];
for (let i = 0; i < options.games; i++)
    games.push(await prepare());
tally.begin();
games.forEach(game => game.move());
