/** How wide texts are as the page draws them. Each word is measured once: conversations say the same ones again and again. */

const max = 5_000

/** Pixels of a word in a font, written as in CSS; 0 where nothing can be measured. */
function createWidths(font: string): (word: string) => number {
  const context = typeof document === 'undefined' ? null : document.createElement('canvas').getContext('2d')
  const known = new Map<string, number>()
  if (context) context.font = font
  return (word) => {
    const width = known.get(word) ?? context?.measureText(word).width ?? 0
    if (known.size >= max) known.clear()
    known.set(word, width)
    return width
  }
}

let last: { font: string; widths: (word: string) => number } | undefined

/** Kept until another font is asked for. */
export function widthsIn(font: string): (word: string) => number {
  if (last?.font !== font) last = { font, widths: createWidths(font) }
  return last.widths
}

/** What was measured before a typeface came is of another one. */
export function forgetWidths(): void {
  last = undefined
}

/** A line may end behind these, too. */
const pieces = /(?<=[-–—/])/

/**
 * Lines of a text in a box so many pixels wide, broken as a browser does it; `tail` pixels have to stand behind its last word,
 * or go on a line of their own.
 */
export function countLines(text: string, box: number, tail: number, widthOf: (word: string) => number): number {
  const space = widthOf(' ')
  let lines = 0
  let used = 0
  for (const paragraph of text.split('\n')) {
    lines += 1
    used = 0
    for (const word of paragraph.split(' ')) {
      let gap = used > 0 ? space : 0
      for (const piece of word.split(pieces)) {
        const width = widthOf(piece)
        if (used + gap + width <= box) used += gap + width
        else {
          if (used > 0) lines += 1
          // What is wider than the box is broken anywhere.
          lines += Math.max(0, Math.ceil(width / box) - 1)
          used = width > box ? width % box : width
        }
        gap = 0
      }
    }
  }
  return used + tail > box ? lines + 1 : lines
}
