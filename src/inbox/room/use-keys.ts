import { useEffect, useRef } from 'react'
import { isTyped } from '#console/kit/text/first-keys.ts'
import { type KeyAction, keyAction, typedLetter } from '#console/kit/text/keys.ts'
import { useStableCallback } from '#console/kit/text/use-stable-callback.ts'
import { giveTyped } from './when-present.ts'

/** What opens something later gives a promise of it: until then letters are typed for that, and no keys. */
export type ChatKeys = Partial<Record<KeyAction<'chat'>, () => Promise<void> | void>>

/** Keys of the inbox; inactive while someone types or a window or menu is open (docs/product/forms.md#by-keyboard). */
export function useKeys(keys: ChatKeys): void {
  /** Letters since a key whose field is on its way. */
  const waiting = useRef<string | null>(null)
  const wait = async (opening: Promise<void>) => {
    waiting.current = ''
    await opening.then(() => giveTyped(() => waiting.current ?? ''))
    waiting.current = null
  }
  const onKey = useStableCallback((event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    if (waiting.current !== null && !(event.target instanceof HTMLElement && event.target.matches('input, textarea'))) {
      const letter = typedLetter(event)
      if (letter !== null) event.preventDefault()
      waiting.current += letter ?? ''
      return
    }
    if (isTyped(event)) return
    const action = keyAction('chat', event)
    if (!action) return
    const moves = action === 'next' || action === 'previous'
    // In a conversation arrows scroll.
    if (moves && event.target instanceof Element && event.target.closest('[data-room]') && keyAction('menus', event)) return
    const onControl = event.target instanceof HTMLElement && event.target.closest('a,button') !== null
    if (action === 'open' && onControl && keyAction('menus', event) === 'choose') return
    const act = keys[action]
    if (!act) return
    event.preventDefault()
    const opening = act()
    if (opening) void wait(opening)
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [onKey])
}
