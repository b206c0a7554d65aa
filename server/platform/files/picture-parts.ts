/**
 * Takes place, camera and everything else that is no picture out of a picture's file, without decoding it: Exif, XMP, IPTC, comments, second
 * pictures behind the first (MPF, motion photos) and what phones append. What is seen stays byte by byte.
 */

export interface PictureParts {
  /** The same bytes where there was nothing to take out. */
  content: Uint8Array
  /** False where the file ends before its picture does. */
  isWhole: boolean
}

interface Parts {
  parts: Buffer[]
  isWhole: boolean
}

const text = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to)

/** JFIF and Adobe say how colours are stored; the profile says which they are. */
function isColour(marker: number, body: Buffer): boolean {
  if (marker === 0xe0) return text(body, 0, 5) === 'JFIF\0'
  if (marker === 0xe2) return text(body, 0, 12) === 'ICC_PROFILE\0'
  return marker === 0xee && text(body, 0, 5) === 'Adobe'
}

/** Position of the marker behind a scan: within it 0xff is written as 0xff00, and restarts belong to it. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at)) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
    at += next === 0xff ? 1 : 2
  }
  return -1
}

function jpegParts(bytes: Buffer): Parts {
  const parts = [bytes.subarray(0, 2)]
  for (let at = 2; ; ) {
    at = bytes.indexOf(0xff, at)
    while (at >= 0 && bytes[at + 1] === 0xff) at += 1
    const marker = at < 0 ? 0 : (bytes[at + 1] ?? 0)
    if (marker === 0xd9) return { parts: [...parts, bytes.subarray(at, at + 2)], isWhole: true }
    if (at < 0 || at + 4 > bytes.length) return { parts, isWhole: false }
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    const isNote = marker === 0xfe || (marker >= 0xe0 && marker <= 0xef && !isColour(marker, bytes.subarray(at + 4, end)))
    const next = marker === 0xda ? endOfScan(bytes, end) : end
    const isCut = next < 0 || next > bytes.length
    if (!isNote) parts.push(bytes.subarray(at, isCut ? bytes.length : next))
    if (isCut) return { parts, isWhole: false }
    at = next
  }
}

/** Chunks that change what is seen; those with a capital first letter do as well. */
const pngChunks = /^(?:[A-Z]|tRNS|gAMA|cHRM|sRGB|iCCP|cICP|mDCV|cLLI|sBIT|bKGD|hIST|pHYs|sPLT|acTL|fcTL|fdAT)/

function pngParts(bytes: Buffer): Parts {
  const parts = [bytes.subarray(0, 8)]
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at)
    const type = text(bytes, at + 4, at + 8)
    if (pngChunks.test(type)) parts.push(bytes.subarray(at, end))
    if (end > bytes.length) break
    if (type === 'IEND') return { parts, isWhole: true }
    at = end
  }
  return { parts, isWhole: false }
}

const webpChunks = ['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']
/** Flags of VP8X that announce Exif and XMP. */
const webpNotes = 0x0c

function webpParts(bytes: Buffer): Parts {
  const whole = bytes.readUInt32LE(4) + 8
  const chunks: Buffer[] = []
  for (let at = 12; at + 8 <= Math.min(whole, bytes.length); ) {
    const size = bytes.readUInt32LE(at + 4)
    const end = at + 8 + size + (size % 2)
    const type = text(bytes, at, at + 4)
    if (type === 'VP8X') {
      const chunk = Buffer.from(bytes.subarray(at, end))
      chunk[8] = (chunk[8] ?? 0) & ~webpNotes
      chunks.push(chunk)
    } else if (webpChunks.includes(type)) chunks.push(bytes.subarray(at, end))
    at = end
  }
  const head = Buffer.from(bytes.subarray(0, 12))
  // An odd last chunk may lack its padding.
  const isWhole = whole <= bytes.length + 1
  if (isWhole) head.writeUInt32LE(4 + chunks.reduce((sum, { length }) => sum + length, 0), 4)
  return { parts: [head, ...chunks], isWhole }
}

/** Applications whose blocks are about showing: how often it is repeated, and its colours. */
const gifApplications = ['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012']

function gifParts(bytes: Buffer): Parts {
  const tableOf = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
  const afterBlocks = (from: number) => {
    let at = from
    while ((bytes[at] ?? 0) > 0) at += 1 + (bytes[at] ?? 0)
    return at + 1
  }
  let at = 13 + tableOf(bytes[10] ?? 0)
  const parts = [bytes.subarray(0, at)]
  while (at < bytes.length) {
    const kind = bytes[at]
    if (kind === 0x3b) return { parts: [...parts, bytes.subarray(at, at + 1)], isWhole: true }
    const isPicture = kind === 0x2c
    if (!isPicture && kind !== 0x21) break
    const end = afterBlocks(isPicture ? at + 11 + tableOf(bytes[at + 9] ?? 0) : at + 2)
    const isShown =
      isPicture || bytes[at + 1] === 0xf9 || (bytes[at + 1] === 0xff && gifApplications.includes(text(bytes, at + 3, at + 14)))
    if (isShown) parts.push(bytes.subarray(at, end))
    at = end
  }
  return { parts, isWhole: false }
}

interface Box {
  type: string
  from: number
  /** Where its content begins. */
  body: number
  end: number
}

/** The boxes of HEIC and AVIF, up to the first that is none. */
function boxesOf(bytes: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = []
  for (let at = from; at + 8 <= to; ) {
    const short = bytes.readUInt32BE(at)
    const body = at + (short === 1 ? 16 : 8)
    if (body > to) break
    const size = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? to - at : short
    if (at + size < body) break
    boxes.push({ type: text(bytes, at + 4, at + 8), from: at, body, end: at + size })
    at += size
  }
  return boxes
}

/** In its place, so that nothing behind it moves. */
function blank(bytes: Buffer, { from, body, end }: Box): void {
  bytes.write('free', from + 4, 'latin1')
  bytes.fill(0, body, Math.min(end, bytes.length))
}

const noteItems = ['Exif', 'mime', 'uri ']

/** Renames items that are notes, and returns their ids. */
function takeNoteItems(bytes: Buffer, { body, end }: Box): Set<number> {
  const ids = new Set<number>()
  for (const item of boxesOf(bytes, body + (bytes[body] === 0 ? 6 : 8), end)) {
    const version = bytes[item.body] ?? 0
    const at = item.body + (version === 2 ? 8 : 10)
    if (item.type !== 'infe' || version < 2 || !noteItems.includes(text(bytes, at, at + 4))) continue
    ids.add(version === 2 ? bytes.readUInt16BE(item.body + 4) : bytes.readUInt32BE(item.body + 4))
    bytes.write('skip', at, 'latin1')
  }
  return ids
}

interface Extent {
  item: number
  from: number
  end: number
}

/** Where the bytes of each item lie, in the file or in the box `idat`. */
function extentsOf(bytes: Buffer, { body }: Box, idat: number): Extent[] {
  let at = body
  const read = (size: number): number => {
    const from = at
    at += size
    if (size === 8) return Number(bytes.readBigUInt64BE(from))
    return size === 0 ? 0 : bytes.readUIntBE(from, size)
  }
  const version = read(1)
  read(3)
  const [sizes, others] = [read(1), read(1)]
  const idSize = version < 2 ? 2 : 4
  const count = read(idSize)
  const extents: Extent[] = []
  for (let left = count; left > 0; left -= 1) {
    const item = read(idSize)
    const isInIdat = version > 0 && (read(2) & 0x0f) === 1
    read(2)
    const base = read(others >> 4) + (isInIdat ? idat : 0)
    for (let extent = read(2); extent > 0; extent -= 1) {
      if (version > 0) read(others & 0x0f)
      const from = base + read(sizes >> 4)
      extents.push({ item, from, end: from + read(sizes & 0x0f) })
    }
  }
  return extents
}

/** Returns whether the bytes of all items are there. */
function clearItems(bytes: Buffer, meta: Box): boolean {
  const boxes = boxesOf(bytes, meta.body + 4, Math.min(meta.end, bytes.length))
  const find = (type: string) => boxes.find((box) => box.type === type)
  const [info, places] = [find('iinf'), find('iloc')]
  if (!info || !places) return false
  const notes = takeNoteItems(bytes, info)
  const extents = extentsOf(bytes, places, find('idat')?.body ?? 0)
  for (const { item, from, end } of extents) if (notes.has(item)) bytes.fill(0, from, Math.min(end, bytes.length))
  return extents.every(({ end }) => end <= bytes.length)
}

/** Not those for unused space, where a program leaves what was there before. */
const pictureBoxes = ['ftyp', 'meta', 'mdat', 'moov']

function heifParts(original: Buffer): Parts {
  const bytes = Buffer.from(original)
  const boxes = boxesOf(bytes, 0, bytes.length)
  const end = boxes.at(-1)?.end ?? 0
  let isWhole = end <= bytes.length && boxes.some(({ type }) => type === 'meta' || type === 'moov')
  for (const box of boxes) {
    if (box.type === 'meta') isWhole = clearItems(bytes, box) && isWhole
    if (!pictureBoxes.includes(box.type)) blank(bytes, box)
    if (box.type === 'moov')
      for (const part of boxesOf(bytes, box.body, Math.min(box.end, bytes.length)))
        if (['udta', 'meta', 'uuid'].includes(part.type)) blank(bytes, part)
  }
  return { parts: [bytes.subarray(0, end)], isWhole }
}

const partsOf: Readonly<Record<string, (bytes: Buffer) => Parts>> = {
  'image/jpeg': jpegParts,
  'image/png': pngParts,
  'image/webp': webpParts,
  'image/gif': gifParts,
  'image/avif': heifParts,
  'image/heic': heifParts,
}

/** Returns a picture of a type of `fileType` without what is no picture; null for other types. */
export function pictureParts(content: Uint8Array, type: string): PictureParts | null {
  const read = Object.hasOwn(partsOf, type) ? partsOf[type] : undefined
  if (!read) return null
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  try {
    const { parts, isWhole } = read(bytes)
    const taken = Buffer.concat(parts)
    return { content: taken.equals(bytes) ? content : taken, isWhole }
  } catch (error) {
    // A length that leads out of the file.
    if (error instanceof RangeError) return { content, isWhole: false }
    throw error
  }
}
