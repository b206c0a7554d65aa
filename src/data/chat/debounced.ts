/**
 * Calls are one call, made when none has come for `milliseconds` (docs/product/chat.md#alerts). Calls that never stop must not keep
 * it from happening, so it is made at the latest `most` after the first of them. Both in milliseconds.
 */
export function debounced(work: () => void, milliseconds: number, max: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let first = 0
  return () => {
    const now = performance.now()
    if (timer === undefined) first = now
    clearTimeout(timer)
    timer = setTimeout(
      () => {
        timer = undefined
        work()
      },
      Math.max(0, Math.min(milliseconds, first + max - now)),
    )
  }
}
