import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { signal } from "@preact/signals";
import { guarded, report, safeEffect } from "../src/guard";

let said: unknown[] = [];

beforeEach(() => {
    said = [];
    mock.method(console, "error", (what: unknown) => said.push(what));
});
afterEach(() => mock.restoreAll());

test("an error is reported once, however often it comes", () => {
    const error = new Error("once");
    for (let i = 0; i < 3; i++) report(error);
    assert.deepEqual(said, [error]);
    report("a text");
    report("a text");
    assert.equal(said.length, 2);
});

test("a guarded function reports what it throws, and can be called again", () => {
    const received: number[] = [];
    const run = guarded((n: number) => {
        if (n === 2) throw new Error("two");
        received.push(n);
    });
    for (const n of [1, 2, 3]) run(n);
    assert.deepEqual([received, said.length], [[1, 3], 1]);
});

test("an effect that throws goes on with the next value, and does not disturb whoever sets it", () => {
    const number = signal(1);
    const seen: number[] = [];
    const cleaned: number[] = [];
    const stop = safeEffect(() => {
        const n = number.value;
        if (n === 2) throw new Error("no twos");
        seen.push(n);
        return () => {
            cleaned.push(n);
            if (n === 3) throw new Error("cannot clean up three");
        };
    });
    for (const n of [2, 3, 4]) assert.doesNotThrow(() => (number.value = n));
    assert.deepEqual([seen, cleaned, said.length], [[1, 3, 4], [1, 3], 2]);
    stop();
    number.value = 5;
    assert.deepEqual(seen, [1, 3, 4]);
});
