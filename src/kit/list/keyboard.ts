import { useEffect } from 'react'
import { actionIn, firstKeys } from '../first-keys.ts'
import { useStableCallback } from '../use-stable-callback.ts'

export interface ListKeys {
  /** Moves the marked row by this many. */
  move: (by: number) => void
  open: () => void
  select: () => void
  add: () => void
}

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
const elsewhere = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('[role="dialog"],[role="alertdialog"],[role="menu"],[role="listbox"]') !== null

/** The keys of a list (src/kit/keys.ts); never while someone types or a dialog is open. */
export function useListKeys(enabled: boolean, keys: ListKeys): void {
  const onKey = useStableCallback((event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    if (elsewhere(event.target) || document.querySelector('[role="dialog"],[role="alertdialog"]')) return
    const box = event.target instanceof HTMLInputElement && event.target.type === 'checkbox'
    if (typing(event.target) && !box) return
    const onControl = event.target instanceof HTMLElement && event.target.closest('a,button') !== null
    const action = actionIn(firstKeys.list, event)
    if (!action) return
    const chosen = {
      next: () => keys.move(1),
      previous: () => keys.move(-1),
      open: onControl || box ? null : keys.open,
      select: keys.select,
      search: () => document.querySelector<HTMLInputElement>('[data-list-search]')?.focus(),
      add: keys.add,
    }[action]
    if (!chosen) return
    event.preventDefault()
    chosen()
  })
  useEffect(() => {
    if (!enabled) return
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [enabled, onKey])
}
