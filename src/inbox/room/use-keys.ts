import { useEffect } from 'react'
import { type KeyAction, keyAction } from '#console/kit/text/keys.ts'
import { useStableCallback } from '#console/kit/text/use-stable-callback.ts'

export type ChatKeys = Partial<Record<KeyAction<'chat'>, () => void>>

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
/** Checkboxes take no text, so shortcuts work. */
const isBox = (target: EventTarget | null) => target instanceof HTMLInputElement && ['checkbox', 'radio'].includes(target.type)
const windows = '[role="dialog"],[role="alertdialog"],[role="menu"],[role="listbox"]'

/** Keys of the inbox; inactive while someone types or a window or menu is open. */
export function useKeys(keys: ChatKeys): void {
  const onKey = useStableCallback((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return
    if ((isTyping(event.target) && !isBox(event.target)) || document.querySelector(windows)) return
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
    act()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [onKey])
}
