/** Runs `work` once for calls within so many milliseconds, at their end. */
export function throttled(work: () => void, milliseconds: number): () => void {
  let isPlanned = false
  return () => {
    if (isPlanned) return
    isPlanned = true
    setTimeout(() => {
      isPlanned = false
      work()
    }, milliseconds)
  }
}
