// Shared by the load programs of the peers: the order of moves, and the results. The same pattern as
// bench/load.c: the next move of a game is made only after both seats have seen the last one.
import { readFileSync } from 'node:fs';

const WARM_UP_MS = 1000;
const CLOCK_TICK = 100; // of /proc, on every Linux that node runs on

export const text = 'c2=T/b3c3c2'; // what a move of ours looks like
export const movesAGame = 60;

function serverSeconds(pid) {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICK;
}

// node LOAD.mjs PORT GAMES SECONDS SERVER_PID
export function readArguments() {
    const [port, games, seconds, pid] = process.argv.slice(2).map(Number);
    if (!(port > 0 && games > 0 && seconds > 0 && pid > 0)) {
        console.error(`usage: node ${process.argv[1]} PORT GAMES SECONDS SERVER_PID`);
        process.exit(2);
    }
    return { port, games, seconds, pid };
}

export function fail(what) {
    console.error(what);
    process.exit(1);
}

export class Tally {
    constructor({ games, seconds, pid }) {
        Object.assign(this, { games, seconds, pid });
        this.samples = [];
        this.measuring = false;
    }

    begin() {
        setTimeout(() => {
            this.measuring = true;
            this.server = serverSeconds(this.pid);
            this.own = process.cpuUsage();
            setTimeout(() => this.end(), this.seconds * 1000);
        }, WARM_UP_MS);
    }

    add(milliseconds) {
        if (this.measuring)
            this.samples.push(milliseconds);
    }

    end() {
        const { user, system } = process.cpuUsage(this.own);
        const server = serverSeconds(this.pid) - this.server;
        const sorted = Float64Array.from(this.samples).sort();
        const n = sorted.length;
        if (!n)
            fail('not one move came back');
        const ms = share => sorted[Math.min(n - 1, Math.floor(n * share))].toFixed(1);
        console.log(`${this.games} games, ${this.seconds} s: ${(n / this.seconds).toFixed(0)} moves/s, ` +
            `p50 ${ms(0.5)} ms, p99 ${ms(0.99)} ms, most ${ms(1)} ms, ` +
            `server ${(server / n * 1e6).toFixed(0)} us/move, client ${((user + system) / n).toFixed(0)} us/move`);
        process.exit(0);
    }
}

// One game between two clients. `send(seat)` makes the seat's move; `saw(seat)` is to be called when a
// seat has seen the last one.
export class Game {
    constructor(tally, send) {
        Object.assign(this, { tally, send });
        this.moves = 0;
        this.seen = 0;
    }

    move() {
        this.seen = 0;
        this.sent = performance.now();
        this.send(this.moves % 2);
    }

    saw(seat) {
        this.seen |= 1 << seat;
        if (this.seen !== 3)
            return;
        this.tally.add(performance.now() - this.sent);
        this.moves++;
        this.move();
    }
}
