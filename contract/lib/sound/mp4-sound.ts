/** Codec, length and Opus packets of an MP4's sound (ISO/IEC 14496-12). A recorder writes fragments, whose head says a length of zero. */
import type { OpusSound } from './opus-packets.ts'

const letters = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4))

/** Boxes whose content is boxes. */
const outer = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'mvex', 'moof', 'traf'])
const maxBoxes = 100_000

interface Box {
  type: string
  /** Where it begins in the file. */
  at: number
  /** Empty where the content is boxes, which follow. */
  content: DataView
}

/** All boxes in order, those inside others after them. Ends at the first that is none. */
function* boxesOf(bytes: Uint8Array): Generator<Box> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let left = maxBoxes
  for (let at = 0; at + 8 <= bytes.length && left > 0; left--) {
    const type = letters(bytes, at + 4)
    const short = view.getUint32(at)
    const header = short === 1 ? 16 : 8
    if (at + header > bytes.length) return
    const size = short === 1 ? Number(view.getBigUint64(at + 8)) : short === 0 ? bytes.length - at : short
    if (size < header) return
    const end = outer.has(type) ? at + header : Math.min(bytes.length, at + size)
    yield { type, at, content: new DataView(bytes.buffer, bytes.byteOffset + at + header, end - at - header) }
    at += outer.has(type) ? header : size
  }
}

const codecs: Readonly<Record<string, 'aac' | 'opus'>> = { mp4a: 'aac', Opus: 'opus' }

/** Sum of the durations of a fragment's samples: of each, or so many times the usual one. */
function runLength(content: DataView, usual: number): number {
  const flags = content.getUint32(0) & 0xffffff
  const count = content.getUint32(4)
  const fields = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length
  if (!(flags & 0x100)) return count * usual
  let at = 8 + (flags & 1 ? 4 : 0) + (flags & 4 ? 4 : 0)
  let sum = 0
  for (let i = 0; i < count && at + 4 <= content.byteLength; i++, at += 4 * fields) sum += content.getUint32(at)
  return sum
}

/** The duration that a fragment's head names, else that of the track. */
function usualOf(content: DataView, before: number): number {
  const flags = content.getUint32(0) & 0xffffff
  if (!(flags & 8)) return before
  return content.getUint32(8 + (flags & 1 ? 8 : 0) + (flags & 2 ? 4 : 0))
}

export interface Mp4Sound {
  codec: 'aac' | 'opus' | 'other'
  seconds: number | null
  /** Written while it was recorded. */
  isFragmented: boolean
}

/** Never throws: what cannot be read stays unknown. Of one track, as recorders write. */
export function mp4Sound(bytes: Uint8Array): Mp4Sound {
  let codec: Mp4Sound['codec'] = 'other'
  let [scale, declared, usual, length, fragment] = [0, 0, 0, 0, 0]
  try {
    for (const { type, content } of boxesOf(bytes)) {
      const isLong = content.byteLength > 0 && content.getUint8(0) === 1
      if (type === 'mdhd') {
        scale = content.getUint32(isLong ? 20 : 12)
        declared = isLong ? Number(content.getBigUint64(24)) : content.getUint32(16)
      }
      if (type === 'stsd') codec = codecs[letters(new Uint8Array(content.buffer, content.byteOffset, content.byteLength), 12)] ?? 'other'
      if (type === 'trex') usual = content.getUint32(12)
      if (type === 'tfhd') fragment = usualOf(content, usual)
      if (type === 'trun') length += runLength(content, fragment)
    }
  } catch (error) {
    // It is cut off within a box.
    if (!(error instanceof RangeError)) throw error
  }
  const seconds = scale > 0 ? Math.max(declared, length) / scale : 0
  return { codec, seconds: seconds > 0 ? seconds : null, isFragmented: length > 0 }
}

/** Samples of the encoder's start: 80 ms. */
const maxPreSkip = 3_840

/** 'dOps' as 'OpusHead', which has its numbers the other way around, as GStreamer's recorder does here, too. */
function opusHead(description: DataView): Uint8Array {
  const head = new Uint8Array(19)
  const view = new DataView(head.buffer)
  const isSwapped = description.getUint16(2) > maxPreSkip
  head.set([...'OpusHead'].map((letter) => letter.charCodeAt(0)))
  view.setUint8(8, 1)
  view.setUint8(9, description.getUint8(1))
  view.setUint16(10, description.getUint16(2, isSwapped), true)
  view.setUint32(12, description.getUint32(4, isSwapped), true)
  view.setInt16(16, description.getInt16(8, isSwapped), true)
  return head
}

/** Bytes from a sample description's begin to its boxes, of which one describes the codec. */
const entryBytes = 44

/** Sizes of a fragment's samples, and where the first begins after the fragment's own begin. */
function runOf(content: DataView, usual: number): { sizes: number[]; offset: number } {
  const flags = content.getUint32(0) & 0xffffff
  if (!(flags & 1)) throw new Error('no place of the samples')
  const step = 4 * [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length
  const first = 12 + (flags & 4 ? 4 : 0) + (flags & 0x100 ? 4 : 0)
  const count = content.getUint32(4)
  if (step * count > content.byteLength) throw new Error('more samples than there are')
  const sizes = Array.from({ length: Math.min(count, maxBoxes) }, (_, i) => (flags & 0x200 ? content.getUint32(first + i * step) : usual))
  return { sizes, offset: content.getInt32(8) }
}

/** Throws on anything but fragments of one Opus track with one or two channels. A truncated recording returns its complete packets. */
export function mp4Opus(bytes: Uint8Array): OpusSound {
  let head: Uint8Array | null = null
  let [fragmentAt, trackSize, fragmentSize] = [0, 0, 0]
  const packets: Uint8Array[] = []
  for (const { type, at, content } of boxesOf(bytes)) {
    if (type === 'stsd') {
      const inside = new Uint8Array(content.buffer, content.byteOffset, content.byteLength).subarray(entryBytes)
      for (const box of boxesOf(inside)) if (box.type === 'dOps' && box.content.getUint8(10) === 0) head = opusHead(box.content)
    }
    if (type === 'trex') trackSize = content.getUint32(16)
    if (type === 'moof') fragmentAt = at
    if (type === 'tfhd') {
      const flags = content.getUint32(0) & 0xffffff
      if (flags & 1) throw new Error('places that count from elsewhere')
      const before = [2, 8].reduce((sum, flag) => sum + (flags & flag ? 4 : 0), 8)
      fragmentSize = flags & 0x10 ? content.getUint32(before) : trackSize
    }
    if (type !== 'trun') continue
    const { sizes, offset } = runOf(content, fragmentSize)
    let from = fragmentAt + offset
    for (const size of sizes) {
      if (size > 0 && from >= 0 && from + size <= bytes.length) packets.push(bytes.subarray(from, from + size))
      from += size
    }
  }
  if (!head || packets.length === 0) throw new Error('no Opus')
  return { head, packets }
}
