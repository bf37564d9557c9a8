// Load on boardgame_server.mjs. It speaks the server's protocol (socket.io's frames on a WebSocket)
// directly: boardgame.io's own client plays every move again for itself, and two hundred of them would
// be the slower half of what is measured.
import WebSocket from 'ws';
import { Game, Tally, fail, movesAGame, readArguments, text } from './tally.mjs';

const options = readArguments();
const tally = new Tally(options);
const space = '/moves';

class Client {
    constructor(heard) {
        this.socket = new WebSocket(
            `ws://127.0.0.1:${options.port}/socket.io/?EIO=4&transport=websocket`);
        this.heard = heard;
        this.ready = new Promise(resolve => { this.connected = resolve; });
        this.socket.on('message', data => this.take(data.toString()));
        this.socket.on('close', () => fail('a socket was closed'));
        this.socket.on('error', error => fail(String(error)));
    }

    take(frame) {
        if (frame.startsWith('42'))
            this.heard(...JSON.parse(frame.slice(frame.indexOf('['))));
        else if (frame.startsWith('40'))
            this.connected();
        else if (frame.startsWith('0'))
            this.socket.send(`40${space},`);
        else if (frame === '2')
            this.socket.send('3');
        else if (frame.startsWith('44'))
            fail(`refused: ${frame}`);
    }

    emit(...message) {
        this.socket.send(`42${space},${JSON.stringify(message)}`);
    }
}

class BoardGame extends Game {
    constructor(number) {
        super(tally, seat => this.say(seat));
        this.number = number;
        this.matches = 0;
        this.clients = [0, 1].map(seat => new Client((...message) => this.hear(seat, ...message)));
    }

    // On to the next match: the server makes it when the first seat asks for it. It has no credentials,
    // so that the server need not look at them.
    next() {
        this.match = `game-${this.number}-${this.matches++}`;
        this.moves = this.synced = this.stateID = 0;
        this.clients.forEach((client, seat) =>
            client.emit('sync', this.match, String(seat), undefined, 2));
    }

    hear(seat, name, match, update) {
        if (match !== this.match)
            return;
        if (name === 'update') {
            this.stateID = update._stateID;
            this.saw(seat);
        } else if (name === 'sync' && ++this.synced === 2) {
            this.move();
        }
    }

    move() {
        if (this.moves === movesAGame)
            this.next();
        else
            super.move();
    }

    say(seat) {
        const playerID = String(seat);
        const payload = { type: 'say', args: [text], playerID };
        this.clients[seat].emit('update', { type: 'MAKE_MOVE', payload }, this.stateID, this.match, playerID);
    }
}

const games = [];
for (let i = 0; i < options.games; i++)
    games.push(new BoardGame(i));
await Promise.all(games.flatMap(game => game.clients.map(client => client.ready)));
tally.begin();
games.forEach(game => game.next());
