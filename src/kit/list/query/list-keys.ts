import { type RefObject, useEffect } from 'react'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { actionIn, firstKeys, isTyped } from '../../text/first-keys.ts'
import { useStableCallback } from '../../text/use-stable-callback.ts'

export interface ListKeysProps {
  records: readonly AnyRow[]
  /** Parent of the rows. */
  box: RefObject<HTMLElement | null>
  /** Ref of the last marked row. */
  active: string | null
  onActive: (ref: string) => void
  onOpen: (row: AnyRow) => void
  /** Absent where nothing is selectable. */
  onSelect: ((row: AnyRow) => void) | undefined
  onAdd: () => void
}

/** Keys of a list (src/kit/text/keys.ts), inactive while someone types or a dialog is open. Loaded after the rows. */
export function ListKeys({ records, box, active, onActive, onOpen, onSelect, onAdd }: ListKeysProps): null {
  /** Index of the focused row, which is the marked one; without focus, of the last marked one. */
  const place = () => {
    const focused = box.current?.contains(document.activeElement) ? document.activeElement?.closest('[data-ref]') : null
    const ref = focused?.getAttribute('data-ref') ?? active
    return records.findIndex((row) => row.ref === ref)
  }
  const move = (by: number) => {
    const next = records[Math.min(Math.max(place() + by, 0), records.length - 1)]
    if (!next) return
    onActive(next.ref)
    const row = box.current?.querySelector<HTMLElement>(`[data-ref="${next.ref}"]`)
    row?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }
  const withMarked = (act: ((row: AnyRow) => void) | undefined) => () => {
    const row = records[place()]
    if (row) act?.(row)
  }
  const onKey = useStableCallback((event: KeyboardEvent) => {
    if (event.defaultPrevented || isTyped(event)) return
    const isBox = event.target instanceof HTMLInputElement && event.target.type === 'checkbox'
    const onControl = event.target instanceof HTMLElement && event.target.closest('a,button') !== null
    const action = actionIn(firstKeys.list, event)
    if (!action) return
    const chosen = {
      next: () => move(1),
      previous: () => move(-1),
      open: onControl || isBox ? null : withMarked(onOpen),
      select: withMarked(onSelect),
      search: () => document.querySelector<HTMLInputElement>('[data-list-search]')?.focus(),
      add: onAdd,
    }[action]
    if (!chosen) return
    event.preventDefault()
    chosen()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [onKey])
  return null
}
