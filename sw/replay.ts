import type { PostedEvent } from '#console/data/outbox/row/event.ts'
import { drain } from '#console/data/outbox/send/drain.ts'
import { createTransport } from '#console/data/outbox/send/transport.ts'
import { OwnerDatabase } from '#console/data/outbox/store/database.ts'
import { openEventChannel } from '#console/data/outbox/store/event-channel.ts'
import { createQueue } from '#console/data/outbox/store/store.ts'
import { askHolder, createWebLock } from '#console/data/outbox/store/web-lock.ts'
import { readCredentials, readLanguage } from '#console/data/outbox/wire/credentials.ts'
import { exchange, idleMs } from '#console/data/outbox/wire/exchange.ts'
import { failedMessage, reportFailed } from '#console/data/outbox/wire/report-failed.ts'
import { readConfig } from './config.ts'
import { notifySignIn } from './notify-sign-in.ts'

/** Workers get no upload progress, so rows with files have time for a slow network. */
const uploadIdleMs = 10 * idleMs

/**
 * One pass of the page's drain. Rejects while rows remain, so that the browser retries. When the server refuses the token it stops and asks
 * the person to sign in, because a retry would not help.
 */
export async function replayOutbox(): Promise<void> {
  const credentials = await readCredentials()
  if (!credentials) return
  const { owner, token } = credentials
  const db = new OwnerDatabase(owner)
  const channel = openEventChannel(owner)
  const queue = createQueue(db)
  const isOnline = () => navigator.onLine
  const now = () => Date.now()
  /** The browser may stop the worker after the replay, so it waits for them. */
  const reports: Promise<void>[] = []
  function publish(event: PostedEvent): void {
    channel.publish(event)
    const failed = event.kind === 'verdict' ? failedMessage(event.row, event.verdict) : null
    if (failed) reports.push(readConfig().then((config) => reportFailed(failed, token, config, exchange)))
  }
  try {
    const pass = await drain({
      queue,
      owner,
      credentials: readCredentials,
      isOnline,
      now,
      random: Math.random,
      lock: createWebLock({ name: `lapangan-drain-${owner}`, lastBeat: queue.lastBeat, elapsed: () => performance.now(), asks: askHolder }),
      transport: createTransport({
        files: queue.files,
        config: readConfig,
        send: (request, options) =>
          exchange(request, { ...options, ...(typeof request.body === 'object' && request.body && { idleMs: uploadIdleMs }) }),
        isOnline,
        now,
        publish,
      }),
      publish,
    })
    if ((await queue.pausedEpoch()) === credentials.epoch) {
      const rows = await queue.rows()
      const count = rows.filter((row) => row.state !== 'parked' || row.reason === 'auth').length
      if (count > 0) await notifySignIn(count, await readLanguage())
      return
    }
    if (pass.waiting > 0) throw new Error(`${pass.waiting} changes still wait`)
  } finally {
    await Promise.allSettled(reports)
    channel.close()
    db.close()
  }
}
