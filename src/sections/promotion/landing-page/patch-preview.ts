/** Draws blocks into a document, and changes only what changed: a key in one of two hundred blocks is one block drawn. */
import { type Landing, renderBlock } from '#contract/landing/render-page.ts'
import { type Block, type Blocks, refOf } from './blocks.ts'

interface Drawn {
  block: Block
  html: string
  /** Null for one that shows nothing. */
  element: Element | null
}

const bytesOf = (text: string) => new TextEncoder().encode(text).byteLength

export interface PreviewDrawing {
  /** Returns the bytes of all blocks. */
  draw(blocks: Blocks, landing: Landing): number
}

export function drawInto(main: HTMLElement): PreviewDrawing {
  let drawn = new Map<string, Drawn>()
  let before: Landing | null = null
  const made = main.ownerDocument.createElement('template')

  function elementOf(html: string): Element | null {
    made.innerHTML = html
    return made.content.firstElementChild
  }

  return {
    draw(blocks, landing) {
      const next = new Map<string, Drawn>()
      let bytes = 0
      let place: Element | null = main.firstElementChild
      for (const block of blocks) {
        const ref = refOf(block)
        const old = drawn.get(ref)
        const isKept = old?.block === block && before === landing
        const html = isKept ? old.html : renderBlock(block, landing)
        const element = old?.html === html ? old.element : elementOf(html)
        if (old?.element && old.element !== element) {
          if (place === old.element) place = old.element.nextElementSibling
          old.element.remove()
        }
        if (element && element === place) place = element.nextElementSibling
        else if (element) main.insertBefore(element, place)
        next.set(ref, { block, html, element })
        bytes += bytesOf(html)
      }
      for (const [ref, { element }] of drawn) if (!next.has(ref)) element?.remove()
      drawn = next
      before = landing
      return bytes
    },
  }
}
