import { expect, it } from 'vitest'
import { oggOf } from './ogg.ts'
import { opusPackets, samplesOf } from './opus-packets.ts'

const text = (letters: string) => [...new TextEncoder().encode(letters)]
const head = [...text('OpusHead'), 1, 1, 0x38, 1, 0x80, 0xbb, 0, 0, 0, 0, 0]

/** Builds an element with a length of one or two bytes. */
function element(id: readonly number[], content: readonly number[]): number[] {
  const size = content.length < 127 ? [0x80 | content.length] : [0x40 | (content.length >> 8), content.length & 0xff]
  return [...id, ...size, ...content]
}

const unknown = [0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]
const block = (bytes: readonly number[], flags = 0x80) => element([0xa3], [0x81, 0, 0, flags, ...bytes])

/** MediaRecorder's form: segment and clusters without a length. */
const webm = (...blocks: number[][]) =>
  Uint8Array.from([
    ...element([0x1a, 0x45, 0xdf, 0xa3], element([0x42, 0x82], text('webm'))),
    ...[0x18, 0x53, 0x80, 0x67, ...unknown],
    ...element([0x16, 0x54, 0xae, 0x6b], element([0xae], [...element([0xd7], [1]), ...element([0x63, 0xa2], head)])),
    ...[0x1f, 0x43, 0xb6, 0x75, ...unknown, ...element([0xe7], [0])],
    ...blocks.flat(),
  ])

/** 20 ms of a voice. */
const packet = (length: number, fill: number) => [0x78, ...Array.from({ length: length - 1 }, () => fill)]

/** Pages of an Ogg file with the packets that end in them. */
function pagesOf(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const pages: { flags: number; samples: number; packets: number[][] }[] = []
  for (let at = 0; at < bytes.length; ) {
    expect(String.fromCharCode(...bytes.subarray(at, at + 4))).toBe('OggS')
    const segments = bytes.subarray(at + 27, at + 27 + view.getUint8(at + 26))
    const packets: number[][] = [[]]
    let from = at + 27 + segments.length
    for (const length of segments) {
      packets.at(-1)?.push(...bytes.subarray(from, from + length))
      if (length < 255) packets.push([])
      from += length
    }
    pages.push({ flags: view.getUint8(at + 5), samples: Number(view.getBigUint64(at + 6, true)), packets: packets.slice(0, -1) })
    at = from
  }
  return pages
}

it("opusPackets returns the packets of a recording's clusters, in order", () => {
  const { head: found, packets } = opusPackets(webm(block(packet(10, 1)), block(packet(200, 2))))
  expect([...found]).toEqual(head)
  expect(packets.map((each) => [...each])).toEqual([packet(10, 1), packet(200, 2)])
})

it('opusPackets returns the complete packets of a truncated recording', () => {
  const full = webm(block(packet(10, 1)), block(packet(50, 2)))
  expect(opusPackets(full.subarray(0, full.length - 5)).packets.length).toBe(1)
})

it('opusPackets throws without Opus, or on several frames in a block', () => {
  expect(() => opusPackets(Uint8Array.from(text('a picture, perhaps')))).toThrow('no Opus')
  expect(() => opusPackets(webm())).toThrow('no Opus')
  expect(() => opusPackets(webm(block(packet(10, 1), 0x86)))).toThrow('several frames')
})

it('samplesOf returns the length of packets', () => {
  const ms = (first: number, second = 0) => samplesOf(Uint8Array.from([first, second])) / 48
  expect([ms(0x78), ms(0x79), ms(0x7b, 3), ms(0x00), ms(0x18), ms(0x60), ms(0x80)]).toEqual([20, 40, 60, 10, 60, 10, 2.5])
})

it('oggOf writes an Ogg file with a head, an end, and counts of samples', () => {
  const packets = Array.from({ length: 120 }, (_, n) => Uint8Array.from(packet(n === 7 ? 510 : 60, n)))
  const [first, tags, ...rest] = pagesOf(oggOf({ head: Uint8Array.from(head), packets }))
  expect(first).toEqual({ flags: 2, samples: 0, packets: [head] })
  expect(String.fromCharCode(...(tags?.packets[0] ?? []))).toMatch(/^OpusTags/)
  expect(rest.flatMap((page) => page.packets)).toEqual(packets.map((each) => [...each]))
  expect(rest.map(({ flags, samples }) => [flags, samples / 48_000])).toEqual([
    [0, 1],
    [0, 2],
    [4, 2.4],
  ])
})

it('oggOf writes valid checksums', () => {
  const bytes = oggOf({ head: Uint8Array.from(text('OpusHead')), packets: [Uint8Array.from([0x78])] })
  const view = new DataView(bytes.buffer)
  const page = bytes.slice(0, 27 + 1 + 8)
  const written = view.getUint32(22, true)
  page.fill(0, 22, 26)
  let crc = 0
  for (const byte of page) {
    crc ^= byte << 24
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1
  }
  expect(written).toBe(crc >>> 0)
})
