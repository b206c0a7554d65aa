/** Parses paragraphs and tables of Word documents by tags, without deleted, hidden or repeated text. */
import { readDirectory, readPart } from '#contract/import/zip.ts'
import type { Block } from '../bot/chunks.ts'
import { tableBlocks } from './table-blocks.ts'
import { Unreadable } from './unreadable.ts'

const names: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function character(code: number): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
}

const plain = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (_, decimal, hex, name) =>
    decimal ? character(Number(decimal)) : hex ? character(Number.parseInt(hex, 16)) : (names[String(name).toLowerCase()] ?? ''),
  )

type Piece = { text: string } | { name: string; attributes: string; is: 'open' | 'close' | 'single' }

/** Yields tags without prefix, and texts between them; linear. */
function* piecesOf(xml: string): Generator<Piece> {
  for (const [, tag, text] of xml.matchAll(/<([^<>]*)>|([^<]+)|</g)) {
    if (text !== undefined) yield { text }
    if (tag === undefined) continue
    const [, close, name] = /^(\/?)(?:\w{1,40}:)?(\w{1,40})/.exec(tag) ?? []
    if (name !== undefined) yield { name, attributes: tag, is: close ? 'close' : tag.endsWith('/') ? 'single' : 'open' }
  }
}

const valueIn = (attributes: string): string => plain(/\b(?:\w+:)?val="([^"]*)"/.exec(attributes)?.[1] ?? '')

/** Ids of heading styles, whose names are English in all languages. */
function headingStyles(xml: string): ReadonlySet<string> {
  const found = new Set<string>()
  let style = ''
  for (const piece of piecesOf(xml)) {
    if ('text' in piece) continue
    if (piece.name === 'style' && piece.is === 'open') style = /\bstyleId="([^"]*)"/.exec(piece.attributes)?.[1] ?? ''
    if (piece.name === 'name' && /^(?:heading \d|title|subtitle)$/i.test(valueIn(piece.attributes))) found.add(style)
  }
  return found
}

/** Skipped tags: deleted, moved away, or repeated for old programs. */
const skipped: ReadonlySet<string> = new Set(['del', 'moveFrom', 'Fallback', 'instrText', 'delText'])
const isOff = (attributes: string) => /^(?:0|false|off)$/i.test(valueIn(attributes))

class Reader {
  readonly blocks: Block[] = []
  private heading: string | null = null
  private paragraph = ''
  private isHeading = false
  private run = ''
  private isHidden = false
  private inText = false
  private skipping = 0
  /** Open tables, innermost last. */
  private readonly tables: string[][][] = []

  constructor(private readonly headings: ReadonlySet<string>) {}

  text(text: string): void {
    if (this.inText && !this.skipping) this.run += plain(text)
  }

  tag(name: string, attributes: string, is: 'open' | 'close' | 'single'): void {
    if (skipped.has(name) && is !== 'single') this.skipping += is === 'open' ? 1 : -1
    if (this.skipping) return
    if (name === 't') this.inText = is === 'open'
    else if (name === 'tab' || name === 'br' || name === 'cr') this.run += name === 'tab' ? ' ' : '\n'
    else if (name === 'pStyle') this.isHeading = this.headings.has(valueIn(attributes))
    else if (name === 'vanish') this.isHidden = !isOff(attributes)
    else if (name === 'r') this.endRun(is)
    else if (name === 'p') this.atParagraph(is)
    else if (name === 'tbl') this.atTable(is)
    else if (name === 'tr' && is === 'open') this.tables.at(-1)?.push([])
    else if (name === 'tc' && is === 'open') this.tables.at(-1)?.at(-1)?.push('')
  }

  private endRun(is: string): void {
    if (is === 'close' && !this.isHidden) this.paragraph += this.run
    this.run = ''
    this.isHidden = false
  }

  private atParagraph(is: string): void {
    if (is === 'open') {
      this.paragraph = ''
      this.isHeading = false
      this.isHidden = false
    }
    if (is !== 'close') return
    const text = this.paragraph.trim()
    this.paragraph = ''
    const row = this.tables.at(-1)?.at(-1)
    if (row) row[Math.max(0, row.length - 1)] = `${row.at(-1) ?? ''} ${text}`.trim()
    else if (this.isHeading && text) this.heading = text
    else if (text) this.blocks.push({ text, heading: this.heading })
  }

  private atTable(is: string): void {
    if (is === 'open') this.tables.push([])
    if (is !== 'close') return
    const rows = this.tables.pop() ?? []
    const row = this.tables.at(-1)?.at(-1)
    // A nested table is the text of its cell.
    if (row) row[Math.max(0, row.length - 1)] = `${row.at(-1) ?? ''} ${rows.flat().join(' ')}`.trim()
    else this.blocks.push(...tableBlocks(rows, this.heading))
  }
}

/** `allowed`: maximum bytes of unpacked text. Throws Unreadable and ImportFileError. */
export function docxBlocks(bytes: Uint8Array, allowed: number): Block[] {
  const entries = readDirectory(bytes)
  let left = allowed
  const partOf = (pattern: RegExp): string | null => {
    const entry = entries.find(({ name }) => pattern.test(name))
    if (!entry) return null
    const part = readPart(bytes, entry, left)
    left -= part.length
    return new TextDecoder().decode(part)
  }
  const document = partOf(/^word\/document\d*\.xml$/)
  if (document === null || !/<(?:\w+:)?body[\s>]/.test(document)) throw new Unreadable('damaged')
  const reader = new Reader(headingStyles(partOf(/^word\/styles\d*\.xml$/) ?? ''))
  for (const piece of piecesOf(document)) {
    if ('text' in piece) reader.text(piece.text)
    else reader.tag(piece.name, piece.attributes, piece.is)
  }
  return reader.blocks
}
