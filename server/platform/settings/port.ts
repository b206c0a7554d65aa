/** Port of console and API. */
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const tries = 8
const betweenMs = 250

/** Returns a listen error as one line. */
export function portError(port: number, error: Error): Error {
  const code = 'code' in error ? error.code : null
  if (code === 'EADDRINUSE') return new Error(`PORT ${port} is in use by another program`)
  return code === 'EACCES' ? new Error(`PORT ${port} may not be used by this user`) : error
}

function findFault(port: number): Promise<Error | null> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', resolve)
    probe.listen(port, () => probe.close(() => resolve(null)))
  })
}

/** Throws when the port is in use, before anything else is done. Retries for two seconds, because a replaced server may be ending. */
export async function assertPortFree(port: number): Promise<void> {
  for (let tried = 1; ; tried++) {
    const fault = await findFault(port)
    if (!fault) return
    if (tried === tries || !('code' in fault && fault.code === 'EADDRINUSE')) throw portError(port, fault)
    await pause(betweenMs)
  }
}
