/** Decoding of csv files: UTF-8 with or without byte order mark, UTF-16, Windows-1252, or a mix of two. */

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'mixed'

export interface Decoded {
  text: string
  encoding: Encoding
}

/** Windows-1252 from 0x80 to 0x9f; the rest is Latin-1. */
const windows =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178'

/** Collects characters in slices: one call with all would overflow the stack. */
function collector() {
  const parts: string[] = []
  let units: number[] = []
  const flush = () => {
    parts.push(String.fromCharCode(...units))
    units = []
  }
  return {
    add(code: number) {
      units.push(code)
      if (units.length >= 8_192) flush()
    },
    text() {
      flush()
      return parts.join('')
    },
  }
}

function fromWindows(bytes: Uint8Array): string {
  const out = collector()
  for (const byte of bytes) out.add(byte >= 0x80 && byte <= 0x9f ? windows.charCodeAt(byte - 0x80) : byte)
  return out.text()
}

function fromUtf16(bytes: Uint8Array, big: boolean): string {
  const out = collector()
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    const [a, b] = [bytes[at] ?? 0, bytes[at + 1] ?? 0]
    out.add(big ? (a << 8) | b : (b << 8) | a)
  }
  return out.text()
}

/** Returns the number of continuation bytes and the bits of a first UTF-8 byte; null if invalid. */
function lead(byte: number): { more: number; bits: number; minCodePoint: number } | null {
  if (byte < 0x80) return { more: 0, bits: byte, minCodePoint: 0 }
  if (byte >= 0xc2 && byte < 0xe0) return { more: 1, bits: byte & 0x1f, minCodePoint: 0x80 }
  if (byte >= 0xe0 && byte < 0xf0) return { more: 2, bits: byte & 0x0f, minCodePoint: 0x800 }
  return byte >= 0xf0 && byte < 0xf5 ? { more: 3, bits: byte & 0x07, minCodePoint: 0x10000 } : null
}

/** Null where the bytes are no UTF-8. */
function fromUtf8(bytes: Uint8Array): string | null {
  const out = collector()
  for (let at = 0; at < bytes.length; ) {
    const first = lead(bytes[at] ?? 0)
    if (!first) return null
    let code = first.bits
    for (let i = 1; i <= first.more; i++) {
      const next = bytes[at + i] ?? 0
      if ((next & 0xc0) !== 0x80) return null
      code = (code << 6) | (next & 0x3f)
    }
    if (code < first.minCodePoint || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return null
    at += first.more + 1
    if (code < 0x10000) out.add(code)
    else {
      out.add(0xd800 + ((code - 0x10000) >> 10))
      out.add(0xdc00 + (code & 0x3ff))
    }
  }
  return out.text()
}

/** Decodes line by line, for a file by two programs. */
function byLines(bytes: Uint8Array): Decoded {
  const lines: string[] = []
  let utf8 = false
  for (let from = 0; from <= bytes.length; ) {
    const end = bytes.indexOf(0x0a, from)
    const line = bytes.subarray(from, end < 0 ? bytes.length : end)
    const text = fromUtf8(line)
    utf8 ||= text !== null && line.some((byte) => byte > 0x7f)
    lines.push(text ?? fromWindows(line))
    if (end < 0) break
    from = end + 1
  }
  return { text: lines.join('\n'), encoding: utf8 ? 'mixed' : 'windows-1252' }
}

const starts = (bytes: Uint8Array, ...head: number[]) => head.every((byte, at) => bytes[at] === byte)

/** Detects UTF-16 without mark: every second byte of mostly Latin text is zero. */
function hasZeros(bytes: Uint8Array, at: 0 | 1): boolean {
  const head = bytes.subarray(0, 2_000)
  const zeros = head.filter((byte, index) => byte === 0 && index % 2 === at).length
  return head.length >= 4 && zeros > head.length * 0.35
}

/** Whether a text is UTF-16 without its mark, by its first bytes. */
export const isUnmarkedUtf16 = (bytes: Uint8Array): boolean => hasZeros(bytes, 1) || hasZeros(bytes, 0)

/** Null where the bytes are no text. */
export function decodeText(bytes: Uint8Array): Decoded | null {
  if (starts(bytes, 0xef, 0xbb, 0xbf)) {
    const text = fromUtf8(bytes.subarray(3))
    return text === null ? byLines(bytes.subarray(3)) : { text, encoding: 'utf-8' }
  }
  if (starts(bytes, 0xff, 0xfe)) return { text: fromUtf16(bytes.subarray(2), false), encoding: 'utf-16le' }
  if (starts(bytes, 0xfe, 0xff)) return { text: fromUtf16(bytes.subarray(2), true), encoding: 'utf-16be' }
  if (hasZeros(bytes, 1)) return { text: fromUtf16(bytes, false), encoding: 'utf-16le' }
  if (hasZeros(bytes, 0)) return { text: fromUtf16(bytes, true), encoding: 'utf-16be' }
  if (bytes.includes(0)) return null
  const text = fromUtf8(bytes)
  return text === null ? byLines(bytes) : { text, encoding: 'utf-8' }
}
