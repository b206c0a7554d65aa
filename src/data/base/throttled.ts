/** Calls within so many milliseconds are one, which happens when they have passed. */
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
