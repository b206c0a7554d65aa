/** Parses a document into chunks, or a reason why not. May be slow: run it in a separate program (parse-apart.ts). */

import { decodeText } from '#contract/import/decode-text.ts'
import { ImportFileError } from '#contract/import/file-problem.ts'
import { oleKind } from '#contract/import/workbook.ts'
import { readDirectory } from '#contract/import/zip.ts'
import { type KnowledgeReason, type KnowledgeType, maxKnowledgeBytes } from '#contract/lib/knowledge.ts'
import { fileType } from '#server/platform/files/file-type.ts'
import { type Block, type Chunk, chunksOf } from '../bot/chunks.ts'
import { docxBlocks } from './docx-blocks.ts'
import { pdfBlocks } from './pdf-blocks.ts'
import { csvBlocks, workbookBlocks } from './table-blocks.ts'
import { reasonOf, Unreadable } from './unreadable.ts'

/** Document types by content; the name only decides on csv or txt, and behind a password. */

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
function textOf(bytes: Uint8Array): string | null {
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
async function documentType(bytes: Uint8Array, name: string): Promise<KnowledgeType> {
  if (starts(bytes, 0x25, 0x50, 0x44, 0x46, 0x2d)) return 'pdf'
  if (starts(bytes, 0x50, 0x4b, 0x03, 0x04)) return office(bytes)
  if (starts(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw new Unreadable((await oleKind(bytes)) === 'password' ? 'password' : 'unsupported')
  // A picture or a sound; a text has no head.
  if (fileType(bytes, '') !== null || textOf(bytes) === null) throw new Unreadable('unsupported')
  return /\.csv$/i.test(name) ? 'csv' : 'txt'
}

const maxTitle = 80

/** A heading is a separate line without final punctuation, or one marked by Markdown. */
function titleOf(paragraph: string): string | null {
  const marked = /^#{1,6} +(\S.*)$/.exec(paragraph)?.[1]
  if (marked !== undefined) return marked
  return paragraph.length <= maxTitle && !/[\n.!?:;,]$|\n/.test(paragraph) ? paragraph : null
}

/** Blocks of plain text. */
function textBlocks(text: string): Block[] {
  const paragraphs = text
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t\f]*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
  const blocks: Block[] = []
  let heading: string | null = null
  for (const [at, paragraph] of paragraphs.entries()) {
    const [first = '', ...rest] = paragraph.split('\n')
    const title = titleOf(rest.length && first.startsWith('#') ? first : paragraph)
    const isLast = at === paragraphs.length - 1
    if (title !== null && (!isLast || rest.length)) heading = title
    else blocks.push({ text: paragraph, heading })
    if (title !== null && rest.length) blocks.push({ text: rest.join('\n'), heading })
  }
  // Only headings: a list.
  return blocks.length ? blocks : paragraphs.map((paragraph) => ({ text: paragraph }))
}

export interface ParseLimits {
  /** Maximum bytes of unpacked text. */
  unpackedBytes: number
  /** Maximum characters: ten thousand pages. */
  characters: number
}

export const parseLimits: ParseLimits = { unpackedBytes: 100_000_000, characters: 10_000_000 }

/** `type` is null for unsupported types. */
export type Parsed = { ok: true; type: KnowledgeType; chunks: Chunk[] } | { ok: false; type: KnowledgeType | null; reason: KnowledgeReason }

async function blocksOf(type: KnowledgeType, bytes: Uint8Array, limits: ParseLimits): Promise<Block[]> {
  switch (type) {
    case 'pdf':
      return pdfBlocks(bytes, limits.characters)
    case 'docx':
      return docxBlocks(bytes, limits.unpackedBytes)
    case 'xlsx':
      return workbookBlocks(bytes)
    case 'csv':
      return csvBlocks(textOf(bytes) ?? '')
    case 'txt':
      return textBlocks(textOf(bytes) ?? '')
  }
}

function failure(type: KnowledgeType | null, error: unknown): Parsed {
  if (error instanceof Unreadable) return { ok: false, type, reason: error.reason }
  if (error instanceof ImportFileError) return { ok: false, type, reason: reasonOf[error.code] }
  throw error
}

export async function parseDocument(bytes: Uint8Array, name: string, limits = parseLimits): Promise<Parsed> {
  let type: KnowledgeType | null = null
  try {
    if (bytes.length > maxKnowledgeBytes) throw new Unreadable('too_large')
    type = await documentType(bytes, name)
    const blocks = await blocksOf(type, bytes, limits)
    if (blocks.reduce((sum, { text }) => sum + text.length, 0) > limits.characters) throw new Unreadable('too_large')
    const chunks = chunksOf(blocks)
    return chunks.length ? { ok: true, type, chunks } : { ok: false, type, reason: 'no_text' }
  } catch (error) {
    return failure(type, error)
  }
}
