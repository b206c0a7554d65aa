/** Opus packets demuxed from a browser's WebM recording (RFC 9559) without decoding. */

export interface OpusSound {
  /** 'OpusHead' (RFC 7845, section 5.1). */
  head: Uint8Array
  packets: readonly Uint8Array[]
}

const ids = { privateData: 0x63a2, simpleBlock: 0xa3, block: 0xa1 } as const
/** Elements whose content is elements: segment, tracks, track, cluster, block group. */
const outer: readonly number[] = [0x18538067, 0x1654ae6b, 0xae, 0x1f43b675, 0xa0]
/** Track number in one byte, two of time, one of flags. */
const blockHeader = 4
const lacing = 0x06

interface Read {
  value: number
  next: number
}

/** Reads a variable-length number; null where the bytes end before it does. Sizes of all ones are unknown. */
function variable(bytes: Uint8Array, at: number, marked: boolean): Read | null {
  const length = Math.clz32(bytes[at] ?? 0) - 23
  if (length > 8 || at + length > bytes.length) return null
  let value = marked ? (bytes[at] ?? 0) : (bytes[at] ?? 0) & (0xff >> length)
  for (let i = 1; i < length; i++) value = value * 256 + (bytes[at + i] ?? 0)
  return { value, next: at + length }
}

/** Throws on anything but one Opus track. A truncated recording returns its complete packets. */
export function opusPackets(webm: Uint8Array): OpusSound {
  let head: Uint8Array | null = null
  const packets: Uint8Array[] = []
  let at = 0
  while (at < webm.length) {
    const id = variable(webm, at, true)
    const size = id && variable(webm, id.next, false)
    if (!id || !size) break
    at = size.next
    if (outer.includes(id.value)) continue
    const content = webm.subarray(at, at + size.value)
    if (content.length < size.value) break
    if (id.value === ids.privateData) head = content
    if (id.value === ids.simpleBlock || id.value === ids.block) {
      if (((content[3] ?? 0) & lacing) !== 0) throw new Error('several frames in a block')
      packets.push(content.subarray(blockHeader))
    }
    at += size.value
  }
  if (!head || String.fromCharCode(...head.subarray(0, 8)) !== 'OpusHead' || packets.length === 0) throw new Error('no Opus')
  return { head, packets }
}

/** Milliseconds of a frame by a packet's first five bits (RFC 6716, section 3.1). */
function frameMs(configuration: number): number {
  if (configuration < 12) return [10, 20, 40, 60][configuration % 4] ?? 0
  if (configuration < 16) return [10, 20][configuration % 2] ?? 0
  return [2.5, 5, 10, 20][configuration % 4] ?? 0
}

/** Length of a packet in samples of 48 kHz. */
export function samplesOf(packet: Uint8Array): number {
  const first = packet[0] ?? 0
  const frames = [1, 2, 2, (packet[1] ?? 0) & 0x3f][first & 3] ?? 0
  return frames * frameMs(first >> 3) * 48
}
