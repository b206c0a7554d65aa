/** Event handling of the signed-in person in this tab. */

export interface Running {
  owner: string
  token: string
  writes: () => boolean
  stop: () => void
  /** Ends what it holds, and keeps what is shown: the page is left, and may come back. */
  leave: () => void
  /** Stores everything handled so far. */
  flush: () => Promise<unknown>
}

let running: Running | null = null

/** Null without a signed-in person who may see rooms. */
export const getRunning = (): Running | null => running

export function setRunning(next: Running | null): void {
  running = next
}

/** One of a person's tabs alerts and writes. */
export const isWriter = (): boolean => running?.writes() ?? false

/** Resolves when all events are stored on the device. */
export async function waitUntilStored(): Promise<void> {
  await running?.flush()
}
