// QR codes of texts, as ISO/IEC 18004 has them: bytes, error correction M, the smallest of versions 1
// to 10 that fits (213 bytes, more than any address of ours).
//
//     const rows = qrCode("https://...");   // rows[y][x]: is it dark? null where the text is too long

// By version: words of data of a block, blocks with that many, blocks with one more, words of correction of each.
const versions: readonly (readonly [data: number, blocks: number, longer: number, check: number])[] = [
    [16, 1, 0, 10],
    [28, 1, 0, 16],
    [44, 1, 0, 26],
    [32, 2, 0, 18],
    [43, 2, 0, 24],
    [27, 4, 0, 16],
    [31, 4, 0, 18],
    [38, 2, 2, 22],
    [36, 3, 2, 22],
    [43, 4, 1, 26],
];

// Where the centres of the small squares are.
const centres: readonly (readonly number[])[] = [
    [],
    [6, 18],
    [6, 22],
    [6, 26],
    [6, 30],
    [6, 34],
    [6, 22, 38],
    [6, 24, 42],
    [6, 26, 46],
    [6, 28, 50],
];

// --- Numbers of the field with 256 elements, for the correction by Reed and Solomon.

const exponent = new Uint8Array(512);
const logarithm = new Uint8Array(256);
for (let i = 0, value = 1; i < 255; i++) {
    exponent[i] = exponent[i + 255] = value;
    logarithm[value] = i;
    value = value & 128 ? (value << 1) ^ 0x11d : value << 1;
}
const times = (a: number, b: number): number => (a && b ? exponent[logarithm[a]! + logarithm[b]!]! : 0);

function correction(data: readonly number[], count: number): number[] {
    let divisor = [1];
    for (let i = 0; i < count; i++) {
        const next = [...divisor, 0];
        for (const [at, one] of divisor.entries()) next[at + 1] = next[at + 1]! ^ times(one, exponent[i]!);
        divisor = next;
    }
    const rest = [...data, ...Array<number>(count).fill(0)];
    for (let i = 0; i < data.length; i++) {
        const factor = rest[i]!;
        for (const [at, one] of divisor.entries()) rest[i + at] = rest[i + at]! ^ times(one, factor);
    }
    return rest.slice(data.length);
}

// --- The text as words, filled up and with their corrections, blocks interleaved.

function encode(bytes: Uint8Array, version: number): number[] {
    const [data, blocks, longer, check] = versions[version - 1]!;
    const capacity = data * blocks + (data + 1) * longer;
    const bits: number[] = [];
    const put = (value: number, length: number) => {
        for (let i = length - 1; i >= 0; i--) bits.push((value >> i) & 1);
    };
    put(4, 4);
    put(bytes.length, version < 10 ? 8 : 16);
    for (const one of bytes) put(one, 8);
    put(0, Math.min(4, capacity * 8 - bits.length));
    while (bits.length % 8) bits.push(0);
    const words: number[] = [];
    for (let i = 0; i < bits.length; i += 8) words.push(parseInt(bits.slice(i, i + 8).join(""), 2));
    for (let pad = 0xec; words.length < capacity; pad ^= 0xec ^ 0x11) words.push(pad);
    const parts: number[][] = [];
    for (let i = 0, at = 0; i < blocks + longer; i++) {
        const length = data + (i >= blocks ? 1 : 0);
        parts.push(words.slice(at, at + length));
        at += length;
    }
    const checks = parts.map((part) => correction(part, check));
    const columns = (all: number[][], length: number) =>
        Array.from({ length }, (_, i) => all.flatMap((one) => (i < one.length ? [one[i]!] : []))).flat();
    return [...columns(parts, data + 1), ...columns(checks, check)];
}

// --- The picture. A square that is not decided yet is null.

type Grid = (boolean | null)[][];

const masks: readonly ((x: number, y: number) => boolean)[] = [
    (x, y) => (x + y) % 2 === 0,
    (_, y) => y % 2 === 0,
    (x) => x % 3 === 0,
    (x, y) => (x + y) % 3 === 0,
    (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
    (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
    (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
    (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

// Its remainder by a polynomial behind a number, as the format's and the version's words have it.
function remainder(value: number, polynomial: number, length: number): number {
    let rest = value << length;
    for (let bit = 31 - Math.clz32(rest); bit >= length; bit = rest ? 31 - Math.clz32(rest) : -1)
        rest ^= polynomial << (bit - length);
    return rest;
}

function drawFinder(grid: Grid, left: number, top: number): void {
    for (let y = -1; y <= 7; y++)
        for (let x = -1; x <= 7; x++) {
            const ring = Math.max(Math.abs(x - 3), Math.abs(y - 3));
            if (grid[top + y]?.[left + x] !== undefined) grid[top + y]![left + x] = ring !== 2 && ring !== 4;
        }
}

function drawFixed(grid: Grid, version: number): void {
    const size = grid.length;
    drawFinder(grid, 0, 0);
    drawFinder(grid, size - 7, 0);
    drawFinder(grid, 0, size - 7);
    for (const cy of centres[version - 1]!)
        for (const cx of centres[version - 1]!) {
            if (grid[cy]![cx] !== null) continue;
            for (let y = -2; y <= 2; y++)
                for (let x = -2; x <= 2; x++) grid[cy + y]![cx + x] = Math.max(Math.abs(x), Math.abs(y)) !== 1;
        }
    for (let i = 8; i < size - 8; i++) grid[6]![i] = grid[i]![6] = i % 2 === 0;
    grid[size - 8]![8] = true;
    drawVersion(grid, version);
}

function drawVersion(grid: Grid, version: number): void {
    if (version < 7) return;
    const word = (version << 12) | remainder(version, 0x1f25, 12);
    for (let i = 0; i < 18; i++) {
        const dark = ((word >> i) & 1) === 1;
        const a = grid.length - 11 + (i % 3);
        const b = Math.floor(i / 3);
        grid[a]![b] = grid[b]![a] = dark;
    }
}

// Level M is 00 in the format's word.
function drawFormat(grid: Grid, mask: number): void {
    const size = grid.length;
    const word = ((mask << 10) | remainder(mask, 0x537, 10)) ^ 0x5412;
    for (let i = 0; i < 15; i++) {
        const dark = ((word >> i) & 1) === 1;
        grid[i < 6 ? i : i < 8 ? i + 1 : size - 15 + i]![8] = dark;
        grid[8]![i < 8 ? size - 1 - i : i === 8 ? 7 : 14 - i] = dark;
    }
}

function drawWords(grid: Grid, words: readonly number[], mask: (x: number, y: number) => boolean): void {
    const size = grid.length;
    let at = 0;
    for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2)
        for (let step = 0; step < size; step++)
            for (const x of [right, right - 1]) {
                const upwards = ((size - 1 - right) & 2) === (right < 6 ? 2 : 0);
                const y = upwards ? size - 1 - step : step;
                if (grid[y]![x] !== null) continue;
                const bit = at < words.length * 8 && ((words[at >> 3]! >> (7 - (at & 7))) & 1) === 1;
                grid[y]![x] = bit !== mask(x, y);
                at++;
            }
}

// How hard it would be to read: runs, blocks, look-alikes of the large squares, an uneven mix.
function penalty(grid: boolean[][]): number {
    const size = grid.length;
    let sum = 0;
    let dark = 0;
    const lines = [...grid, ...grid.map((_, x) => grid.map((row) => row[x]!))];
    for (const line of lines) {
        const text = line.map((one) => (one ? "1" : "0")).join("");
        for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
        sum += 40 * ((text.match(/(?=10111010000)/g) ?? []).length + (text.match(/(?=00001011101)/g) ?? []).length);
    }
    for (let y = 0; y < size; y++)
        for (let x = 0; x < size; x++) {
            if (grid[y]![x]) dark++;
            const corner = grid[y]![x];
            if (
                x + 1 < size &&
                y + 1 < size &&
                corner === grid[y]![x + 1] &&
                corner === grid[y + 1]![x] &&
                corner === grid[y + 1]![x + 1]
            )
                sum += 3;
        }
    return sum + Math.floor(Math.abs((dark * 20) / (size * size) - 10)) * 10;
}

function draw(version: number, words: readonly number[], mask: number): boolean[][] {
    const size = 17 + 4 * version;
    const grid: Grid = Array.from({ length: size }, () => Array<boolean | null>(size).fill(null));
    drawFixed(grid, version);
    drawFormat(grid, mask);
    drawWords(grid, words, masks[mask]!);
    return grid as boolean[][];
}

export function qrCode(text: string): boolean[][] | null {
    const bytes = new TextEncoder().encode(text);
    const version =
        1 +
        versions.findIndex(
            ([data, blocks, longer], i) => data * blocks + (data + 1) * longer >= bytes.length + (i + 1 < 10 ? 2 : 3),
        );
    if (!version) return null;
    const words = encode(bytes, version);
    const all = masks.map((_, mask) => draw(version, words, mask));
    return all.reduce((best, one) => (penalty(one) < penalty(best) ? one : best));
}
