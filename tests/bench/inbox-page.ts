/** Page parts of the inbox's bench. Each is passed as text, so it is self-contained. */

/** Milliseconds from a press on a room until its messages are painted. */
export function openRoom(room: string): Promise<number> {
  const link = document.querySelector<HTMLElement>(`#root li[data-ref="${room}"] a`)
  if (!link) throw new Error(`room ${room} is not in the list`)
  return new Promise((resolve) => {
    const began = performance.now()
    const look = () => {
      const messages = document.querySelectorAll(`[data-room="${room}"] [data-message]`)
      if (messages.length === 0) return requestAnimationFrame(look)
      // The frame is painted before the next task, and this one precedes all that wait.
      void Reflect.get(globalThis, 'scheduler').postTask(() => resolve(performance.now() - began), { priority: 'user-blocking' })
    }
    link.click()
    requestAnimationFrame(look)
  })
}

/** Records each gap between frames with its start, and each long task. */
export function watchFrames(): void {
  const frames: { at: number; ms: number }[] = []
  const tasks: number[] = []
  let before: number | null = null
  const frame = (now: number) => {
    if (before !== null) frames.push({ at: performance.timeOrigin + before, ms: now - before })
    before = now
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({ type: 'longtask' })
  Object.assign(globalThis, { inboxFrames: { frames, tasks } })
}

/** Milliseconds; `at`: since 1970. */
export interface Frames {
  frames: { at: number; ms: number }[]
  tasks: number[]
}

/** Returns and clears the record. */
export function takeFrames(): Frames {
  const kept: Frames = Reflect.get(globalThis, 'inboxFrames')
  return { frames: kept.frames.splice(0), tasks: kept.tasks.splice(0) }
}

/** Scrolls up by so many pixels a frame, for so many frames, like a flung thumb. */
export function fling({ pixels, frames }: { pixels: number; frames: number }): Promise<void> {
  const box = document.querySelector('[data-room] > div > section')
  if (!box) throw new Error('no messages are shown')
  return new Promise((resolve) => {
    let left = frames
    const step = () => {
      box.scrollTop -= pixels
      left -= 1
      if (left > 0) requestAnimationFrame(step)
      else resolve()
    }
    requestAnimationFrame(step)
  })
}
