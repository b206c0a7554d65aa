/** Detects scrolling faster than reading speed. Rows are then drawn without actions, and no picture is requested. */
import { useState } from 'react'
import { createStore, useStore } from '#console/data/base/store.ts'

export const fastScroll = createStore(false)

/** Pixels per millisecond: four screens a second. */
const fast = 3
/** Milliseconds without a fast step after which the scroll has settled. */
const settleMs = 120

let last = { top: 0, at: 0 }
let timer: ReturnType<typeof setTimeout> | undefined

/** Records a scroll position in pixels at a time in milliseconds. */
export function trackScroll(top: number, at: number): void {
  const [distance, took] = [Math.abs(top - last.top), at - last.at]
  last = { top, at }
  // A single jump is no fast scroll: it ends at its target.
  if (took > settleMs || distance < fast * took) return
  fastScroll.set(true)
  clearTimeout(timer)
  timer = setTimeout(() => fastScroll.set(false), settleMs)
}

/** True once scrolling has settled while the caller is mounted; it stays true. */
export function useScrollSettled(): boolean {
  const [settled, setSettled] = useState(() => !fastScroll.get())
  const now = useStore(fastScroll, (flying) => settled || !flying)
  if (now && !settled) setSettled(true)
  return now
}
