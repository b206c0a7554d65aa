/**
 * Whether a conversation is scrolled faster than anybody reads. What only passes by then is drawn without what can be done with
 * it, and no picture of it is asked for.
 */
import { useState } from 'react'
import { createStore, useStore } from '#console/data/store.ts'

export const fastScroll = createStore(false)

/** Pixels a millisecond: some four screens a second. */
const fast = 3
/** Milliseconds without a fast step after which one has landed. */
const settleMs = 120

let last = { top: 0, at: 0 }
let timer: ReturnType<typeof setTimeout> | undefined

/** Hears where the conversation is scrolled to, in pixels, and when, in milliseconds. */
export function trackScroll(top: number, at: number): void {
  const [distance, took] = [Math.abs(top - last.top), at - last.at]
  last = { top, at }
  // A single leap is no flight: it ends where the person wants to be.
  if (took > settleMs || distance < fast * took) return
  fastScroll.set(true)
  clearTimeout(timer)
  timer = setTimeout(() => fastScroll.set(false), settleMs)
}

/** True once the person may have seen what asks; it stays so. */
export function useScrollSettled(): boolean {
  const [settled, setSettled] = useState(() => !fastScroll.get())
  const now = useStore(fastScroll, (flying) => settled || !flying)
  if (now && !settled) setSettled(true)
  return now
}
