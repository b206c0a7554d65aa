/**
 * Debounces `work` by `milliseconds` (docs/product/chat.md#alerts); endless calls run it at most `max` after the first. Both in
 * milliseconds.
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
