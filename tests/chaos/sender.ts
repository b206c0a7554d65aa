/** A process that sends newsletters until it is killed. Tells its parent what it has claimed; settings come from the environment. */
import { sql } from 'drizzle-orm'
import { openDatabase } from '#server/db/open.ts'
import { mailArea } from '#server/mail/area.ts'
import { createPlatform } from '#server/platform/create.ts'
import type { JobKind } from '#server/platform/jobs/kind.ts'
import { startJobs } from '#server/platform/jobs/start.ts'
import { readSettings } from '#server/platform/settings/settings.ts'

const settings = readSettings(process.env)
const { databaseUrl, dataDir } = settings
const database = await openDatabase(databaseUrl ? { url: databaseUrl } : { dataDir })
const platform = await createPlatform(settings, database)

/** The parent ends the leases of a killed process, which would last a minute. */
const reported = (kind: JobKind): JobKind => ({
  ...kind,
  async work(run) {
    const { rows } = await database.db.execute<{ holder: string }>(
      sql`select holder::text as holder from jobs where ref = ${run.ref}::uuid`,
    )
    const holder = rows[0]?.holder
    process.send?.({ began: holder })
    return kind.work(run).finally(() => process.send?.({ ended: holder }))
  },
})

await startJobs(platform, (mailArea.jobs?.(settings) ?? []).map(reported), mailArea.schedules?.(settings) ?? [])
process.send?.('ready')
