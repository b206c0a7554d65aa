import { useEffect, useRef } from 'react'
import { isByKey } from '#console/data/base/last-press.ts'
import { isComposed, isWindowOpen } from '../../text/first-keys.ts'
import { keyAction } from '../../text/keys.ts'
import { useStableCallback } from '../../text/use-stable-callback.ts'

/** A list that was left stays in the page, hidden. */
const isShown = (element: Element) => element.getClientRects().length > 0

const firstField =
  ':is(input:not([type=hidden]), textarea, select, button[role=combobox], [contenteditable=true]):not(:disabled, [readonly])'

/**
 * Keys of a record's page (docs/product/forms.md#by-keyboard). Opened by a key, it puts the focus into the first field of a new record, or
 * onto the name of an old one; Escape follows the link back. Returns the `ref` of the page's header, which has both.
 */
export function useRecordKeys(isNew: boolean) {
  const header = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page appears
  useEffect(() => {
    const { current } = header
    const { activeElement: active } = document
    const isHeld = active !== null && active !== document.body && isShown(active)
    if (!current || !isByKey() || isHeld) return
    const field = isNew ? current.nextElementSibling?.querySelector<HTMLElement>(firstField) : null
    const target = field ?? current.querySelector('h1')
    target?.focus({ preventScroll: true })
  }, [])
  const onKey = useStableCallback((event: KeyboardEvent) => {
    // Escape belongs to what is open, to a text that is composed, and to the cells of an article.
    const isElsewhere = isComposed(event) || isWindowOpen() || (event.target instanceof HTMLElement && event.target.isContentEditable)
    if (event.defaultPrevented || isElsewhere || keyAction('form', event) !== 'leave') return
    // A page behind a tab has a header as well.
    const { current } = header
    const back = current && isShown(current) ? current.querySelector<HTMLElement>('[data-back]') : null
    if (!back) return
    event.preventDefault()
    back.click()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [onKey])
  return header
}
