import { useRef } from 'react'

/** A second press within this many milliseconds was not meant (docs/product/forms.md#second-press). */
export const pressGuardMs = 1_000

export const isTooEarly = (last: number, now: number): boolean => now - last < pressGuardMs

interface Pressable {
  repeats?: boolean | undefined
  'aria-haspopup'?: unknown
  'aria-expanded'?: unknown
  'aria-pressed'?: unknown
}

/**
 * Steps and page turns (`repeats`), buttons that open something and toggles of the screen do no harm when they are pressed
 * twice. A toggle that asks the server says `repeats: false`.
 */
export const isGuarded = ({ repeats, ...props }: Pressable): boolean =>
  repeats === undefined
    ? props['aria-haspopup'] === undefined && props['aria-expanded'] === undefined && props['aria-pressed'] === undefined
    : !repeats

/** Answers of each press whether it counts. `timeStamp`: of its event, in milliseconds. */
export function usePressGuard(guarded = true): (timeStamp: number) => boolean {
  const last = useRef(Number.NEGATIVE_INFINITY)
  return (timeStamp) => {
    if (guarded && isTooEarly(last.current, timeStamp)) return false
    last.current = timeStamp
    return true
  }
}
