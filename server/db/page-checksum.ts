/** Page checksum of Postgres (checksum_impl.h): 32 parallel FNV-1a sums. */
const starts = Uint32Array.of(
  ...[0x5b1f36e9, 0xb8525960, 0x02ab50aa, 0x1de66d2a, 0x79ff467a, 0x9bb9f8a3, 0x217e7cd2, 0x83e13d2c],
  ...[0xf8d4474f, 0xe39eb970, 0x42c6ae16, 0x993216fa, 0x7b093b5d, 0x98daff3c, 0xf718902a, 0x0b1c9cdb],
  ...[0xe58f764b, 0x187636bc, 0x5d7b3bb1, 0xe73de7de, 0x92bec979, 0xcca6c0b2, 0x304a0979, 0x85aa43d4],
  ...[0x783125bb, 0x6ca8eaa2, 0xe407eac6, 0x4b5cfc3e, 0x9fbf8c76, 0x15ca20be, 0xf2ca9fd3, 0x959bd756],
)
const prime = 16_777_619
/** Word with the checksum in its lower half. */
const ownWord = 2

/** Returns a page's checksum, without its own, by number in the relation. */
export function checksumOf(page: Buffer, number: number): number {
  const words = new Int32Array(page.buffer, page.byteOffset, page.length / 4)
  const sums = Int32Array.from(starts)
  const add = (at: number, value: number) => {
    const mixed = (sums[at] ?? 0) ^ value
    sums[at] = Math.imul(mixed, prime) ^ (mixed >>> 17)
  }
  for (let at = 0; at < words.length; at++) add(at & 31, (words[at] ?? 0) & (at === ownWord ? 0xffff0000 : -1))
  for (let round = 0; round < 2; round++) for (let at = 0; at < starts.length; at++) add(at, 0)
  return (((sums.reduce((left, right) => left ^ right, 0) ^ number) >>> 0) % 65_535) + 1
}
