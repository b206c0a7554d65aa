/** Extracts a PDF's text by page (unpdf: pdf.js without rendering). Nothing is executed. */
import { getDocumentProxy } from 'unpdf'
import type { Block } from '../bot/chunks.ts'
import { Unreadable } from './unreadable.ts'

interface Line {
  text: string
  height: number
}

interface Item {
  str: string
  height: number
  hasEOL: boolean
}

const isText = (item: object): item is Item => 'str' in item

function linesOf(items: readonly object[]): Line[] {
  const lines: Line[] = []
  let open: Line = { text: '', height: 0 }
  for (const item of items.filter(isText)) {
    open.text += item.str
    if (item.str.trim()) open.height = Math.max(open.height, item.height)
    if (!item.hasEOL) continue
    lines.push(open)
    open = { text: '', height: 0 }
  }
  return [...lines, open].filter(({ text }) => text.trim())
}

/** Most frequent text height. */
function bodyHeight(pages: readonly (readonly Line[])[]): number {
  const lengths = new Map<number, number>()
  for (const { height, text } of pages.flat()) {
    const rounded = Math.round(height * 2) / 2
    lengths.set(rounded, (lengths.get(rounded) ?? 0) + text.length)
  }
  return [...lengths].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 0
}

const maxTitle = 150

/** Short lines in larger letters are headings; lines without a sentence's end continue. */
function blocksOf(pages: readonly (readonly Line[])[]): Block[] {
  const body = bodyHeight(pages)
  const blocks: Block[] = []
  let heading: string | null = null
  for (const [at, lines] of pages.entries()) {
    let text = ''
    const end = () => {
      if (text) blocks.push({ text, heading, page: at + 1 })
      text = ''
    }
    let wasTitle = false
    for (const line of lines) {
      const said = line.text.trim()
      const isTitle = line.height > body * 1.15 && said.length <= maxTitle
      if (isTitle) {
        end()
        heading = wasTitle ? `${heading ?? ''} ${said}` : said
      } else text += text.endsWith('-') ? said : `${text && (/[.!?:]$/.test(text) ? '\n' : ' ')}${said}`
      wasTitle = isTitle
    }
    end()
  }
  return blocks
}

const isPassword = (error: unknown) => error instanceof Error && error.name === 'PasswordException'

/** `allowed`: maximum characters. Throws Unreadable. */
export async function pdfBlocks(bytes: Uint8Array, allowed: number): Promise<Block[]> {
  const pages: Line[][] = []
  let characters = 0
  try {
    const document = await getDocumentProxy(bytes, { verbosity: 0, isEvalSupported: false, useSystemFonts: false, stopAtErrors: false })
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number)
      const lines = linesOf((await page.getTextContent()).items)
      page.cleanup()
      characters += lines.reduce((sum, { text }) => sum + text.length, 0)
      if (characters > allowed) throw new Unreadable('too_large')
      pages.push(lines)
    }
    await document.destroy()
  } catch (error) {
    if (error instanceof Unreadable) throw error
    throw new Unreadable(isPassword(error) ? 'password' : 'damaged')
  }
  return blocksOf(pages)
}
