/**
 * Whether a conversation is scrolled faster than anybody reads. What only passes by then is drawn without what can be done with
 * it, and no picture of it is asked for.
 */
import { useState } from 'react'
import { createStore, useStore } from '#console/data/store.ts'

export const flight = createStore(false)

/** Pixels a millisecond: some four screens a second. */
const fast = 3
/** Milliseconds without a fast step after which one has landed. */
const landMs = 120

let last = { top: 0, at: 0 }
let timer: ReturnType<typeof setTimeout> | undefined

/** Hears where the conversation is scrolled to, in pixels, and when, in milliseconds. */
export function followFlight(top: number, at: number): void {
  const [distance, took] = [Math.abs(top - last.top), at - last.at]
  last = { top, at }
  // A single leap is no flight: it ends where the person wants to be.
  if (took > landMs || distance < fast * took) return
  flight.set(true)
  clearTimeout(timer)
  timer = setTimeout(() => flight.set(false), landMs)
}

/** True once the person may have seen what asks; it stays so. */
export function useLanded(): boolean {
  const [landed, setLanded] = useState(() => !flight.get())
  const now = useStore(flight, (flying) => landed || !flying)
  if (now && !landed) setLanded(true)
  return now
}
