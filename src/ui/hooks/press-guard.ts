import { useRef } from 'react'

/** Milliseconds within which a second press is ignored (docs/product/forms.md#second-press). */
export const pressGuardMs = 1_000

export const isTooEarly = (last: number, now: number): boolean => now - last < pressGuardMs

interface Pressable {
  repeats?: boolean | undefined
  'aria-haspopup'?: unknown
  'aria-expanded'?: unknown
  'aria-pressed'?: unknown
}

/**
 * Steps and page turns (`repeats`), buttons that open something and toggles of the screen are harmless when repeated. A toggle that calls
 * the server sets `repeats: false`.
 */
export const isGuarded = ({ repeats, ...props }: Pressable): boolean =>
  repeats === undefined
    ? props['aria-haspopup'] === undefined && props['aria-expanded'] === undefined && props['aria-pressed'] === undefined
    : !repeats

/** Returns a filter of presses by the `timeStamp` of their events, in milliseconds. */
export function usePressGuard(guarded = true): (timeStamp: number) => boolean {
  const last = useRef(Number.NEGATIVE_INFINITY)
  return (timeStamp) => {
    if (guarded && isTooEarly(last.current, timeStamp)) return false
    last.current = timeStamp
    return true
  }
}
