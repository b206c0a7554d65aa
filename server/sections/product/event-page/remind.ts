/** Somebody who registers once more has the mail of their registration again, and nobody else learns that there is one. */

import type { Platform } from '#server/platform/core/context.ts'
import { enqueueAll } from '#server/platform/jobs/enqueue.ts'
import { storedLimit } from '#server/platform/limits/stored-limit.ts'
import { eventMail } from '../event/mails.ts'
import type { StoredEvent } from '../event/seats.ts'
import { type Application, findSame, sameOf } from './application.ts'

/** Repeated mails of one registration in a day. */
const perDay = 2

export function createReminder(platform: Platform): (event: StoredEvent, application: Application) => Promise<void> {
  const { database } = platform
  const mails = storedLimit(platform, 'event-again', perDay, 86_400)
  return async (event, application) => {
    const [found] = sameOf(await findSame(database.db, event.id, [application]), application)
    if (!found || found.state === 'cancelled' || !(await mails.allows(String(found.id)))) return
    const job = { input: { participant: found.id, state: found.state }, key: `${found.id} ${found.state}` }
    await enqueueAll(database, database.db, eventMail, [job])
  }
}
