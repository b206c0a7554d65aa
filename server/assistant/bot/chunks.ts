/** Splits a text into chunks for search and as sources (docs/product/assistant.md#pieces-of-text). */
import { plainText } from './terms.ts'

export const targetChunkLength = 900
export const maxLength = 1_200

/** A paragraph of a document. */
export interface Block {
  text: string
  heading?: string | null
  page?: number | null
}

export interface Chunk {
  content: string
  heading: string | null
  page: number | null
}

/** Limits the length of a sentence; a longer one is cut, if possible at a space. */
function* bounded(sentence: string): Generator<string> {
  let rest = sentence
  while (rest.length > maxLength) {
    const space = rest.lastIndexOf(' ', maxLength)
    // Surrogate pairs are not split.
    const cut = space > maxLength / 2 ? space : /[\ud800-\udbff]/.test(rest.charAt(maxLength - 1)) ? maxLength - 1 : maxLength
    yield rest.slice(0, cut).trim()
    rest = rest.slice(cut).trim()
  }
  if (rest) yield rest
}

export const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[.!?])\s+(?=[\p{Lu}\p{N}"'(])|\n+/u)
    .map((sentence) => sentence.trim())
    .filter(Boolean)

/** Returns chunks in order, each within one heading and page. */
export function chunksOf(blocks: readonly Block[]): Chunk[] {
  const chunks: Chunk[] = []
  let open: Chunk | null = null
  for (const { text, heading: title, page = null } of blocks) {
    const heading = title ? plainText(title).slice(0, 200) : null
    if (open && (open.heading !== heading || open.page !== page)) open = null
    // Paragraphs and table rows stay separate sentences.
    let between = '\n'
    for (const sentence of sentencesOf(plainText(text)).flatMap((one) => [...bounded(one)])) {
      const length: number = open ? open.content.length + 1 + sentence.length : 0
      if (open && length <= maxLength && open.content.length < targetChunkLength) open.content += between + sentence
      else {
        open = { content: sentence, heading, page }
        chunks.push(open)
      }
      between = ' '
    }
  }
  return chunks
}

/** A row of a table: each value with its header, empty ones left out. */
export const rowText = (headers: readonly string[], cells: readonly string[]): string =>
  cells.flatMap((cell, at) => (cell.trim() ? [headers[at]?.trim() ? `${headers[at].trim()}: ${cell.trim()}` : cell.trim()] : [])).join('; ')
