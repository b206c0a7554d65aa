/** A process that sends push notifications alone, until it is killed. Tells its parent the push's state after each slice. */

import { openDatabase } from '#server/db/open.ts'
import { pushNotifications } from '#server/db/tables/push.ts'
import { pushSending } from '#server/member-app/send-push.ts'
import { createPlatform } from '#server/platform/create.ts'
import { startJobs } from '#server/platform/jobs/start.ts'
import { readSettings } from '#server/platform/settings/settings.ts'

const settings = readSettings(process.env)
const database = await openDatabase({ dataDir: settings.dataDir })
const platform = await createPlatform(settings, database)

const reported: typeof pushSending = {
  ...pushSending,
  async work(run) {
    const outcome = await pushSending.work(run)
    const { status, sent_count } = pushNotifications
    const [push] = await database.db.select({ status, sent_count }).from(pushNotifications)
    process.send?.(push)
    return outcome
  },
}

await startJobs(platform, [reported], [])
process.send?.('ready')
