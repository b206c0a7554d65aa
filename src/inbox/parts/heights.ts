/** Heights of a message's parts before they are drawn, in pixels: an entry for each. The numbers match the classes of the parts. */
import type { DetailType, MessageDetails } from '#contract/parts/message-fields.ts'

/** Items of an order that are shown at first. */
export const shownItems = 12

/** Of a message's text as drawn. */
export type MeasureText = (text: string) => number

const isTouch = () => typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches
const buttonHeight = () => (isTouch() ? 44 : 28)
const lineHeight = () => (isTouch() ? 44 : 24)

/** What the customer wrote with an order: the lines of `content` before those of its items and totals. */
export function orderText({ items, totals }: Extract<MessageDetails, { type: 'order' }>, content: string | null): string {
  const lines = (content ?? '').split('\n')
  return lines.slice(0, Math.max(0, lines.length - items.length - totals.length)).join('\n')
}

const heights: {
  readonly [Type in DetailType]: (details: Extract<MessageDetails, { type: Type }>, content: string | null, measure: MeasureText) => number
} = {
  contacts: ({ cards }) =>
    cards.reduce((sum, { firm, phones, emails }) => {
      const lines = (phones.length + emails.length) * lineHeight()
      return sum + 24 + 20 + (firm ? 16 : 0) + lines + (phones.length ? 8 + buttonHeight() : 0)
    }, 0) +
    6 * Math.max(0, cards.length - 1),
  order(details, content, measure) {
    const said = orderText(details, content)
    const more = details.items.length > shownItems ? 4 + buttonHeight() : 0
    return (said ? measure(said) + 4 : 0) + 24 + 20 + Math.min(details.items.length, shownItems) * 24 + more + details.totals.length * 29
  },
  form: (_, content, measure) => measure(content ?? ''),
  location: ({ address }) => 24 + 20 + 16 * Math.min(3, Math.max(1, Math.ceil(address.length / 44))) + lineHeight(),
  call: () => buttonHeight(),
  unreadable: (_, content, measure) => measure(`xxx ${content ?? ''}`),
  product: (_, content, measure) => measure(content ?? ''),
}

/** Of details with their words; 0 for what this console does not know. */
export function detailsHeight(details: MessageDetails, content: string | null, measure: MeasureText): number {
  const height = heights[details.type] as ((given: MessageDetails, content: string | null, measure: MeasureText) => number) | undefined
  return height ? height(details, content, measure) : measure(content ?? '')
}

/** Of the row of chips above the words, and of the row of reactions below. */
export const chipsHeight = 20
export const reactionsHeight = 30
