// A colyseus server, all in memory: a room is a game of two, a move a short text that the seat whose
// turn it is appends to a list. After sixty moves the room begins again, which spares this peer the
// opening of another.
//
//     node colyseus_server.mjs state       the list is the room's state, which colyseus keeps the same at
//                                          all clients; sent at once, not by its timer
//     node colyseus_server.mjs messages    the list is the server's alone; clients are told of each move,
//                                          and one that comes later would know nothing
import { Room, Server } from '@colyseus/core';
import { ArraySchema, Schema, defineTypes } from '@colyseus/schema';
import { WebSocketTransport } from '@colyseus/ws-transport';
import { movesAGame } from './tally.mjs';

class Moves extends Schema {
    constructor() {
        super();
        this.moves = new ArraySchema();
    }
}
defineTypes(Moves, { moves: ['string'] });

class MoveRoom extends Room {
    onCreate() {
        this.maxClients = 2;
        this.begin();
        this.onMessage('move', (client, text) => this.play(client, text));
    }

    onJoin(client) {
        client.userData = { seat: this.clients.length - 1 };
    }

    play(client, text) {
        if (typeof text !== 'string' || text.length > 400 ||
            this.list.length % 2 !== client.userData.seat) {
            client.send('refused', 'not your turn');
            return;
        }
        if (this.list.length === movesAGame)
            this.clear();
        this.list.push(text);
        this.tell(client.userData.seat, text);
    }
}

class StateRoom extends MoveRoom {
    begin() {
        this.setPatchRate(null);
        this.setState(new Moves());
        this.list = this.state.moves;
    }

    clear() {
        this.list.clear();
    }

    tell() {
        this.broadcastPatch();
    }
}

class MessageRoom extends MoveRoom {
    begin() {
        this.list = [];
    }

    clear() {
        this.list = [];
    }

    tell(seat, text) {
        this.broadcast('moved', { seat, text });
    }
}

const kinds = { state: StateRoom, messages: MessageRoom };
const kind = kinds[process.argv[2]];
if (!kind) {
    console.error('usage: node colyseus_server.mjs state|messages');
    process.exit(2);
}
const transport = new WebSocketTransport();
const server = new Server({ transport, greet: false });
server.define('moves', kind);
await server.listen(0, '127.0.0.1');
console.log(`port ${transport.server.address().port}`);
