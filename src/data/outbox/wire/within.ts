/** Settles as `work` does, and rejects when nothing came within so many ms: an answer may never come, and no error either. */
export function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException('No answer', 'TimeoutError')), milliseconds)
  })
  return Promise.race([work, silence]).finally(() => clearTimeout(timer))
}

/** What a request of the start may take before the page goes on with what the device has (docs/offline.md#a-start-without-an-answer). */
export const startMs = 4_000
