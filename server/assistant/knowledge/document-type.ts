/** Document types by content; the name only decides on csv or txt, and behind a password. */
import { decodeText } from '#contract/import/decode-text.ts'
import { oleKind } from '#contract/import/workbook.ts'
import { readDirectory } from '#contract/import/zip.ts'
import type { KnowledgeType } from '#contract/lib/knowledge.ts'
import { fileType } from '#server/platform/files/file-type.ts'
import { Unreadable } from './unreadable.ts'

const starts = (bytes: Uint8Array, ...head: number[]) => head.every((byte, at) => bytes[at] === byte)

/** Text formats that are markup. */
const markup = /^\s*(?:<(?:!doctype|html|\?xml|svg|script|head|body)|\{\\rtf|%!ps)/i
/** Allowed control characters in a text: a small ratio, or a few by mistake. */
const isFew = (found: number, length: number) => found <= Math.max(3, length / 100)

function isRead(text: string): boolean {
  const controls = text.match(/(?!\s)[\p{Cc}\ufffd]/gu)?.length ?? 0
  return isFew(controls, text.length) && !markup.test(text.slice(0, 1_000))
}

/** Returns a file's text, without stray zeros; null if it is none. */
export function textOf(bytes: Uint8Array): string | null {
  const decoded = decodeText(bytes)
  if (decoded) return isRead(decoded.text) ? decoded.text : null
  const rest = bytes.filter((byte) => byte !== 0)
  const text = isFew(bytes.length - rest.length, bytes.length) ? decodeText(rest)?.text : undefined
  return text !== undefined && isRead(text) ? text : null
}

function office(bytes: Uint8Array): KnowledgeType {
  const names = readDirectory(bytes).map(({ name }) => name)
  const has = (pattern: RegExp) => names.some((name) => pattern.test(name))
  if (has(/^\[Content_Types\]\.xml$/) && !has(/vbaProject/)) {
    if (has(/^word\/document\d*\.xml$/)) return 'docx'
    if (has(/^xl\/workbook\.xml$/)) return 'xlsx'
  }
  throw new Unreadable('unsupported')
}

/** Throws Unreadable, or ImportFileError of a damaged archive. */
export async function documentType(bytes: Uint8Array, name: string): Promise<KnowledgeType> {
  if (starts(bytes, 0x25, 0x50, 0x44, 0x46, 0x2d)) return 'pdf'
  if (starts(bytes, 0x50, 0x4b, 0x03, 0x04)) return office(bytes)
  if (starts(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw new Unreadable((await oleKind(bytes)) === 'password' ? 'password' : 'unsupported')
  // A picture or a sound; a text has no head.
  if (fileType(bytes, '') !== null || textOf(bytes) === null) throw new Unreadable('unsupported')
  return /\.csv$/i.test(name) ? 'csv' : 'txt'
}
