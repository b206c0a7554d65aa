import { connectionStore, probeNow } from '../api/connection.ts'
import { postMessage } from '../base/messages.ts'

/** Does again what a person asks for; where the server is still out of reach it says so, so that no press is without a sign. */
export async function tryAgain(work: () => unknown): Promise<void> {
  if (connectionStore.get() !== 'online') await probeNow()
  const connection = connectionStore.get()
  if (connection === 'online') await work()
  else postMessage({ kind: 'error', message: connection === 'offline' ? 'connection.none' : 'connection.silent' })
}
