/** Settles as `work` does, and rejects when nothing came within so many ms: an answer may never come, and no error either. */
export function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException('No answer', 'TimeoutError')), milliseconds)
  })
  return Promise.race([work, silence]).finally(() => clearTimeout(timer))
}
