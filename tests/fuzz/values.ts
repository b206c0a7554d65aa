/** Values that break programs: of every kind, and of a schema's kind. */
import type { Random } from '#tests/chaos/random.ts'

const big = '9'.repeat(400)

const texts: readonly [string, ...string[]] = [
  '',
  ' ',
  '\t\r\n',
  'a\u0000b',
  '\ud800',
  '\udc00x',
  '\u202egnirts',
  '\u200b',
  '😀👩‍👩‍👧',
  'e\u0301'.repeat(50),
  'İstanbul ß ﬁ',
  'a'.repeat(300),
  'a'.repeat(70_000),
  '<a'.repeat(20_000),
  '<'.repeat(30_000),
  '@'.repeat(30_000),
  ' '.repeat(30_000),
  '<script>alert(1)</script>',
  '<!--',
  "' or 1=1 --",
  `"); drop table users; --`,
  '%',
  '_%\\',
  '\\',
  '..',
  '../../etc/passwd',
  '/',
  '-1',
  '0',
  '-0',
  '1.5',
  '1e309',
  '0x10',
  big,
  'NaN',
  'Infinity',
  'true',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  'toString',
  '{}',
  '[]',
  '[null]',
  '{"a":',
  '{"__proto__":{"x":1}}',
  '[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]',
  '=HYPERLINK("http://x")',
  '{{1}}',
  'http://127.0.0.1:1/',
  'http://169.254.169.254/latest/meta-data',
  'https://[::1]/x',
  'javascript:alert(1)',
  'a@b.co',
  '6281234567890',
  '628',
  '#12345g',
  'x,y:z',
  'data:image/png;base64,AAAA',
]

const dates: readonly [string, ...string[]] = [
  '2026-11-20',
  '2026-02-30',
  '0000-00-00',
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '+275760-09-13',
  '-271821-04-20',
  '2026-11-20T10:00:00+07:00',
  '2026-11-20T10:00:00+23:59',
  '2026-11-20T24:00:00Z',
  '2026-11-20T10:00:60Z',
  '0001-01-01T00:00:00+07:00',
  '9999-12-31T23:59:59-15:59',
  '2026-11-20T10:00:00.123456789Z',
  '2026-11',
  '2026-13',
  '0000-12',
  'infinity',
  'now',
  'epoch',
  '2026-11-20 BC',
]

const numbers: readonly [number, ...number[]] = [
  0,
  -0,
  1,
  -1,
  1.5,
  7,
  2 ** 31,
  -(2 ** 31),
  2 ** 53 - 1,
  2 ** 53,
  2 ** 63,
  1e21,
  1e308,
  -1e308,
  5e-324,
]

export const uuidOf = (random: Random): string =>
  [8, 4, 4, 4, 12].map((length) => Array.from({ length }, () => random.integer(0, 15).toString(16)).join('')).join('-')

export function hostileText(random: Random): string {
  return random.weighted<() => string>([
    [8, () => random.pick(texts)],
    [3, () => random.pick(dates)],
    [1, () => String(random.pick(numbers))],
    [1, () => uuidOf(random)],
    [2, () => Array.from({ length: random.integer(1, 40) }, () => String.fromCharCode(random.integer(0, 0xffff))).join('')],
    [2, () => Array.from({ length: random.integer(1, 40) }, () => String.fromCharCode(random.integer(32, 126))).join('')],
    [1, () => random.pick(texts).slice(0, 50) + random.pick(texts).slice(0, 50)],
  ])()
}

/** Runs of what names of files and hosts are stripped of, split at or sorted by. */
const namePieces = [' ', '.', '. ', '.a', 'a', '0', '(', '-', '/', '%', "'", '"', 'é', '\u0316\u0301'] as const

/** A name of at most `length` characters: a run, alone, within, or before an ending. */
export function hostileName(random: Random, length = 100_000): string {
  const piece = random.pick(namePieces)
  const run = piece.repeat(Math.floor((length - 5) / piece.length))
  return random.pick([run, `x${run}!`, `${run}.png`])
}

export const hostileDate = (random: Random): string => random.pick(dates)

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { a: value }
  return value
}

/** Any JSON value. */
export function hostileJson(random: Random, depth = 0): unknown {
  return random.weighted<() => unknown>([
    [8, () => hostileText(random)],
    [4, () => random.pick(numbers)],
    [2, () => null],
    [2, () => random.chance(0.5)],
    [1, () => []],
    [1, () => ({})],
    [1, () => nested(random.pick([5, 23, 24, 25, 2_000]))],
    [1, () => Array.from({ length: random.pick([1, 50, 1_001, 20_000]) }, () => random.pick(numbers))],
    [depth < 3 ? 2 : 0, () => Array.from({ length: random.integer(1, 4) }, () => hostileJson(random, depth + 1))],
    [
      depth < 3 ? 2 : 0,
      () =>
        Object.fromEntries(
          Array.from({ length: random.integer(1, 4) }, () => [hostileText(random).slice(0, 200), hostileJson(random, depth + 1)]),
        ),
    ],
  ])()
}

const onePixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

const hugePng = () => {
  const bytes = Buffer.from(onePixel)
  bytes.writeUInt32BE(60_000, 16)
  bytes.writeUInt32BE(60_000, 20)
  return bytes
}

/** Pictures, tables and archives, valid and broken. */
export function hostileBytes(random: Random): Uint8Array<ArrayBuffer> {
  const bytes = random.weighted<() => Uint8Array>([
    [3, () => onePixel],
    [1, () => onePixel.subarray(0, random.integer(0, onePixel.length))],
    [1, hugePng],
    [1, () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><image href="file:///etc/passwd"/></svg>')],
    [1, () => Buffer.from('GIF89a\uffff\uffff', 'latin1')],
    [1, () => Buffer.from('%PDF-1.7\n')],
    [1, () => Buffer.from(`PK\u0003\u0004${'x'.repeat(60)}`)],
    [
      2,
      () =>
        Buffer.from(
          `nama,telp,tanggal\n${hostileText(random).slice(0, 500)},${hostileText(random).slice(0, 500)},${hostileDate(random)}\n`,
        ),
    ],
    [1, () => Buffer.from(','.repeat(random.pick([10, 300, 50_000])))],
    [1, () => Buffer.alloc(0)],
    [1, () => Buffer.from(Array.from({ length: random.integer(1, 300) }, () => random.integer(0, 255)))],
  ])()
  return new Uint8Array(bytes)
}
