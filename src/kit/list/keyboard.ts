import { useEffect } from 'react'
import { useSteady } from '../use-steady.ts'

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

/** j/k or arrows move, Enter opens, x selects, / searches, n adds; never while someone types or a dialog is open. */
export function useListKeys(enabled: boolean, keys: ListKeys): void {
  const heard = useSteady((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (elsewhere(event.target) || document.querySelector('[role="dialog"],[role="alertdialog"]')) return
    const box = event.target instanceof HTMLInputElement && event.target.type === 'checkbox'
    if (typing(event.target) && !box) return
    const onControl = event.target instanceof HTMLElement && event.target.closest('a,button') !== null
    const chosen = {
      j: () => keys.move(1),
      k: () => keys.move(-1),
      arrowdown: () => keys.move(1),
      arrowup: () => keys.move(-1),
      enter: onControl || box ? undefined : keys.open,
      x: keys.select,
      '/': () => document.querySelector<HTMLInputElement>('[data-list-search]')?.focus(),
      n: keys.add,
    }[event.key.toLowerCase()]
    if (!chosen) return
    event.preventDefault()
    chosen()
  })
  useEffect(() => {
    if (!enabled) return
    document.addEventListener('keydown', heard)
    return () => document.removeEventListener('keydown', heard)
  }, [enabled, heard])
}
