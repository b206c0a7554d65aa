/** What follows the events of the person who is signed in, in this tab. */

export interface Running {
  owner: string
  token: string
  writes: () => boolean
  stop: () => void
  /** What everything taken so far needs to stand on the device. */
  flush: () => Promise<unknown>
}

let running: Running | null = null

/** Null where nobody is signed in who may see rooms. */
export const getRunning = (): Running | null => running

export function setRunning(next: Running | null): void {
  running = next
}

/** Of several tabs of a person one alerts and writes. */
export const isWriter = (): boolean => running?.writes() ?? false

/** Resolves when everything that events told is stored on the device; for reading there. */
export async function waitUntilStored(): Promise<void> {
  await running?.flush()
}
