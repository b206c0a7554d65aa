/** Writes Opus packets as an Ogg file (RFC 3533 and 7845): WhatsApp's own format of voice notes. */
import { type OpusSound, samplesOf } from './opus-packets.ts'

/** The serial is arbitrary for one stream. */
const serial = 1
const flags = { begins: 2, ends: 4 } as const
const headerBytes = 27
const maxSegments = 255
/** About one page per second, for seeking. */
const samplesPerPage = 48_000

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24
  for (let bit = 0; bit < 8; bit++) crc = (crc << 1) ^ (crc < 0 ? 0x04c11db7 : 0)
  return crc
})

function checksum(page: Uint8Array): number {
  let crc = 0
  for (const byte of page) crc = (crc << 8) ^ (crcTable[(crc >>> 24) ^ byte] ?? 0)
  return crc >>> 0
}

/** Lengths of a packet's segments; one shorter than 255 ends it. */
const segmentsOf = (packet: Uint8Array): number[] => [
  ...Array.from({ length: Math.floor(packet.length / 255) }, () => 255),
  packet.length % 255,
]

const bytesOf = (ascii: string) => Uint8Array.from(ascii, (letter) => letter.charCodeAt(0))

function pageOf(packets: readonly Uint8Array[], sequence: number, samples: number, flag: number): Uint8Array {
  const segments = packets.flatMap(segmentsOf)
  const length = packets.reduce((sum, packet) => sum + packet.length, 0)
  const page = new Uint8Array(headerBytes + segments.length + length)
  const view = new DataView(page.buffer)
  page.set(bytesOf('OggS'))
  view.setUint8(5, flag)
  view.setBigUint64(6, BigInt(samples), true)
  view.setUint32(14, serial, true)
  view.setUint32(18, sequence, true)
  view.setUint8(26, segments.length)
  page.set(segments, headerBytes)
  let at = headerBytes + segments.length
  for (const packet of packets) {
    page.set(packet, at)
    at += packet.length
  }
  view.setUint32(22, checksum(page), true)
  return page
}

/** 'OpusTags' with the writer's name and no comments. */
function tags(): Uint8Array {
  const writer = bytesOf('Lapangan')
  const packet = new Uint8Array(16 + writer.length)
  packet.set(bytesOf('OpusTags'))
  new DataView(packet.buffer).setUint32(8, writer.length, true)
  packet.set(writer, 12)
  return packet
}

export function oggOf({ head, packets }: OpusSound): Uint8Array<ArrayBuffer> {
  const pages = [pageOf([head], 0, 0, flags.begins), pageOf([tags()], 1, 0, 0)]
  let pending: Uint8Array[] = []
  let [segments, samples, since] = [0, 0, 0]
  const close = (flag: number) => {
    pages.push(pageOf(pending, pages.length, samples, flag))
    pending = []
    segments = 0
    since = samples
  }
  for (const packet of packets) {
    const more = segmentsOf(packet).length
    if (pending.length > 0 && (segments + more > maxSegments || samples - since >= samplesPerPage)) close(0)
    pending.push(packet)
    segments += more
    samples += samplesOf(packet)
  }
  close(flags.ends)
  const file = new Uint8Array(pages.reduce((sum, page) => sum + page.length, 0))
  let at = 0
  for (const page of pages) {
    file.set(page, at)
    at += page.length
  }
  return file
}
