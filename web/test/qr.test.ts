import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { qrCode } from "../src/ui/qr";

const draw = (text: string) => qrCode(text)!.map((row) => row.map((dark) => (dark ? "#" : ".")).join(""));
const digest = (text: string) => createHash("sha256").update(draw(text).join("\n")).digest("hex").slice(0, 16);

// These were read with another program's reader when they were written down.
test("codes are as they were when they could be read", () => {
    const texts = [
        "",
        "A",
        "http://127.0.0.1:8080/match/abcdEFGH1234",
        "https://example.org/match/".padEnd(100, "Ж"),
        "x".repeat(213),
    ];
    assert.deepEqual(
        texts.map((text) => [qrCode(text)!.length, digest(text)]),
        [
            [21, "e809ee846ad35c46"],
            [21, "c9fef453f2a3be76"],
            [29, "5c494a7c98616e72"],
            [53, "4e549b767ef88e2a"],
            [57, "7c3d9e6dcc8e9e58"],
        ],
    );
});

test("each size is the smallest that fits, and too much is refused", () => {
    const room = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213];
    room.forEach((bytes, i) => {
        assert.equal(qrCode("a".repeat(bytes))!.length, 21 + 4 * i);
        if (i < 9) assert.equal(qrCode("a".repeat(bytes + 1))!.length, 25 + 4 * i);
    });
    assert.equal(qrCode("a".repeat(214)), null);
    assert.equal(qrCode("ж".repeat(107)), null, "bytes count, not letters");
});

test("the three large squares are where readers look for them", () => {
    const rows = draw("logomachy");
    const finder = ["#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"];
    const part = (left: number, top: number) => rows.slice(top, top + 7).map((row) => row.slice(left, left + 7));
    for (const [x, y] of [
        [0, 0],
        [rows.length - 7, 0],
        [0, rows.length - 7],
    ] as const)
        assert.deepEqual(part(x, y), finder);
});
