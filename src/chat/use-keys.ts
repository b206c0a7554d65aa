import { useEffect } from 'react'
import { useSteady } from '#console/kit/use-steady.ts'

export type KeyName = 'j' | 'k' | 'enter' | 'o' | 'r' | 'e' | 'u' | 'a' | 't' | 's' | 'x' | '/' | 'escape' | 'arrowdown' | 'arrowup'
export type ChatKeys = Partial<Record<KeyName, () => void>>

const names: readonly string[] = [
  'j',
  'k',
  'enter',
  'o',
  'r',
  'e',
  'u',
  'a',
  't',
  's',
  'x',
  '/',
  'escape',
  'arrowdown',
  'arrowup',
] satisfies readonly KeyName[]
const isName = (key: string): key is KeyName => names.includes(key)

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
/** Boxes are no place for text, so letters stay commands there. */
const isBox = (target: EventTarget | null) => target instanceof HTMLInputElement && ['checkbox', 'radio'].includes(target.type)
const windows = '[role="dialog"],[role="alertdialog"],[role="menu"],[role="listbox"]'

/** The keys of the inbox; none while someone types or a window or menu is open. */
export function useKeys(keys: ChatKeys): void {
  const heard = useSteady((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.isComposing) return
    if ((isTyping(event.target) && !isBox(event.target)) || document.querySelector(windows)) return
    const key = event.key.toLowerCase()
    // In a conversation the arrows scroll.
    if (key.startsWith('arrow') && event.target instanceof Element && event.target.closest('[data-room]')) return
    const onControl = event.target instanceof HTMLElement && event.target.closest('a,button') !== null
    if (!isName(key) || (key === 'enter' && onControl)) return
    const act = keys[key]
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    document.addEventListener('keydown', heard)
    return () => document.removeEventListener('keydown', heard)
  }, [heard])
}
