import { and, eq, inArray, isNotNull, lt, not, notInArray, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { pushSubscriptions } from '#server/db/tables/alerts.ts'
import { attempts, audit, errorLogs, mutations, passwordResets, revisions, sessions } from '#server/db/tables/platform.ts'
import { videos as videoRows } from '#server/db/tables/videos.ts'
import { webhookItems } from '#server/db/tables/webhook.ts'
import { vacuumTables } from '#server/db/vacuum.ts'
import { forgetSecurityEvents } from './auth/security-log.ts'
import { isAlive } from './auth/sessions.ts'
import type { Platform } from './core/context.ts'
import { madeAt } from './core/meta.ts'
import { namedFiles } from './files/named-files.ts'
import { forgetJobs } from './jobs/forget.ts'
import { jobKind } from './jobs/kind.ts'
import type { Settings } from './settings/settings.ts'

const day = 24 * 3600 * 1000

async function forget(db: Db, settings: Settings): Promise<void> {
  await forgetSecurityEvents(db, settings.securityLogDays)
  const isOld = lt(audit.created_at, sql`now() - make_interval(days => ${settings.auditDays})`)
  // A version's history entry stays as long as the version.
  await db.delete(audit).where(and(isOld, notInArray(audit.id, db.select({ id: revisions.audit_id }).from(revisions))))
  await db
    .update(mutations)
    .set({ body: null })
    .where(and(isNotNull(mutations.body), lt(mutations.created_at, sql`now() - interval '90 days'`)))
  await db.delete(sessions).where(not(isAlive(settings)))
  await db
    .delete(pushSubscriptions)
    .where(sql`${pushSubscriptions.jti} not in (select jti::text from ${sessions} where revoked_at is null)`)
  await db.delete(errorLogs).where(lt(errorLogs.created_at, sql`now() - interval '90 days'`))
  await db.delete(webhookItems).where(lt(webhookItems.at, sql`now() - interval '90 days'`))
  await forgetJobs(db)
  await db.delete(attempts).where(lt(attempts.ends_at, sql`now()`))
  await db.delete(passwordResets).where(lt(passwordResets.expires_at, sql`now() - interval '1 day'`))
}

/** Videos of which no record names the original any more, so that what was made of it is swept, too. */
async function forgetVideos(db: Db, before: Date): Promise<void> {
  for (const store of ['/files', '/videos'] as const) {
    const old = await db
      .select({ id: videoRows.id, sha256: videoRows.sha256 })
      .from(videoRows)
      .where(and(eq(videoRows.store, store), lt(videoRows.created_at, before.toISOString())))
    if (!old.length) continue
    const named = await namedFiles(db, store, ['videos'])
    const left = old.filter(({ sha256 }) => !named.has(sha256)).map(({ id }) => id)
    if (left.length) await db.delete(videoRows).where(inArray(videoRows.id, left))
  }
}

/**
 * Deletes what is no longer needed: stored replies, reported failed messages and raw webhook items after 90 days (keys and verdicts stay forever), ended
 * sessions and links, and files older than a day that no row names. Files older than the database stay: they belong to another one, which
 * may come back. Files staged and unused for a week go, too: their sender has them. Vacuums the embedded database.
 */
export async function runHousekeeping(platform: Platform, now = new Date()): Promise<void> {
  const { database, files, privateFiles, videos, temporaryFiles, staging, log, settings } = platform
  await forget(database.db, settings)
  const yesterday = new Date(now.getTime() - day)
  const since = await madeAt(database.db)
  await forgetVideos(database.db, yesterday)
  const stored = await files.sweep(() => namedFiles(database.db, '/files'), yesterday, since)
  const kept = await privateFiles.sweep(() => namedFiles(database.db, '/kept-files'), yesterday, since)
  const films = await videos.sweep(() => namedFiles(database.db, '/videos'), yesterday, since)
  const temporary = await temporaryFiles.sweep(() => namedFiles(database.db, '/temporary-files'), yesterday, since)
  const removed = stored + kept + films + temporary + (await staging.sweep(new Date(now.getTime() - 7 * day)))
  if (removed) log.info({ removed }, 'orphaned files were removed')
  const vacuumed = database.embedded ? await vacuumTables(database.db) : []
  if (vacuumed.length) log.info({ tables: vacuumed }, 'tables were vacuumed')
}

export const housekeeping = jobKind('housekeeping', 'house', async ({ platform }) => {
  await runHousekeeping(platform)
  return 'done'
})
