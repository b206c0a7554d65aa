/** The port of console and API. */
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const tries = 8
const betweenMs = 250

/** An error of listening, as one line. */
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

/**
 * Throws when nobody can listen there, before anything else is done. The server that this one replaces may just be ending, so it
 * is tried for two seconds.
 */
export async function assertPortFree(port: number): Promise<void> {
  for (let tried = 1; ; tried++) {
    const fault = await findFault(port)
    if (!fault) return
    if (tried === tries || !('code' in fault && fault.code === 'EADDRINUSE')) throw portError(port, fault)
    await pause(betweenMs)
  }
}
