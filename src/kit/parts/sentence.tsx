import { Fragment, type ReactNode } from 'react'
import { splitValues } from '#contract/lib/value-parts.ts'

/**
 * Words with their values as elements of their own: a number, an amount or a username runs from left to right, and goes to the next line
 * whole, or away where there is none. `draw`: draws words and values. No component, because a conversation draws hundreds.
 */
export function drawSentence(text: string, draw: (text: string) => ReactNode = (part) => part): ReactNode {
  const parts = splitValues(text)
  if (parts.length < 2) return draw(text)
  return parts.map((part, at) =>
    at % 2 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text in their order
      <bdi key={at} dir="ltr" className="inline-block max-w-full">
        {draw(part)}
      </bdi>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text in their order
      <Fragment key={at}>{draw(part)}</Fragment>
    ),
  )
}
