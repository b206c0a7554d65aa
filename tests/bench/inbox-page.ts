/** The parts of the inbox's bench that run in the page. Each is handed over as text, so it stands by itself. */

/** Milliseconds from the press on a room in the list until its messages have been painted. */
export function openRoom(room: string): Promise<number> {
  const link = document.querySelector<HTMLElement>(`#root li[data-ref="${room}"] a`)
  if (!link) throw new Error(`room ${room} is not in the list`)
  return new Promise((resolve) => {
    const began = performance.now()
    const look = () => {
      const messages = document.querySelectorAll(`[data-room="${room}"] [data-message]`)
      if (messages.length === 0) return requestAnimationFrame(look)
      // What was drawn for this frame is painted before the next task, and this one goes before all that wait.
      void Reflect.get(globalThis, 'scheduler').postTask(() => resolve(performance.now() - began), { priority: 'user-blocking' })
    }
    link.click()
    requestAnimationFrame(look)
  })
}

/** From now on every gap between two frames is kept, with when it began, and every long task. */
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

/** In milliseconds, `at` since 1970. */
export interface Frames {
  frames: { at: number; ms: number }[]
  tasks: number[]
}

/** What was kept since the last look. */
export function takeFrames(): Frames {
  const kept: Frames = Reflect.get(globalThis, 'inboxFrames')
  return { frames: kept.frames.splice(0), tasks: kept.tasks.splice(0) }
}

/** Moves the messages by so many pixels a frame, upwards, as a flung thumb does, for so many frames. */
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
