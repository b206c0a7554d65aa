/** Widths of texts as drawn. Each word is measured once, because conversations repeat words. */

const max = 5_000

/** Width in pixels of a word in a CSS font; 0 where it cannot be measured. */
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

/** Cached until another font is used. */
export function widthsIn(font: string): (word: string) => number {
  if (last?.font !== font) last = { font, widths: createWidths(font) }
  return last.widths
}

/** Widths measured before a web font loaded are wrong. */
export function forgetWidths(): void {
  last = undefined
}

/** Further positions of line breaks. */
const pieces = /(?<=[-–—/])/

/**
 * Number of lines of a text in a box of this many pixels, broken as browsers do; `tail` pixels follow its last word, or take a line of
 * their own.
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
          // A word wider than the box breaks anywhere.
          lines += Math.max(0, Math.ceil(width / box) - 1)
          used = width > box ? width % box : width
        }
        gap = 0
      }
    }
  }
  return used + tail > box ? lines + 1 : lines
}
