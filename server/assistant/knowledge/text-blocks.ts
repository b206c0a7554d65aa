/** Blocks of plain text. */
import type { Block } from '../bot/chunks.ts'

const maxTitle = 80

/** A heading is a separate line without final punctuation, or one marked by Markdown. */
function titleOf(paragraph: string): string | null {
  const marked = /^#{1,6} +(\S.*)$/.exec(paragraph)?.[1]
  if (marked !== undefined) return marked
  return paragraph.length <= maxTitle && !/[\n.!?:;,]$|\n/.test(paragraph) ? paragraph : null
}

export function textBlocks(text: string): Block[] {
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
