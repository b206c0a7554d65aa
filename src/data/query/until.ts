/** Waiting for the screen: for what a query or the session says, and for what was drawn to be painted. */

import { sessionStore } from '../api/session.ts'
import { queryClient } from './query-client.ts'

const maxWaitMs = 3_000

/** Resolves when it holds, looked at whenever a query or the session changed, or after 3 s. */
export async function until(holds: () => boolean): Promise<void> {
  if (holds()) return
  await new Promise<void>((resolve) => {
    const look = () => holds() && done()
    const stops = [queryClient.getQueryCache().subscribe(look), sessionStore.subscribe(look)]
    const timer = setTimeout(() => done(), maxWaitMs)
    function done(): void {
      for (const stop of stops) stop()
      clearTimeout(timer)
      resolve()
    }
  })
}

const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()))
const maxFrames = 60

/** Resolves when what came is painted: rows have taken the place of their skeletons, and two frames are over. */
export async function painted(): Promise<void> {
  for (let frames = 0; frames < maxFrames && document.querySelector('[data-skeleton]'); frames++) await frame()
  await frame()
  await frame()
}
