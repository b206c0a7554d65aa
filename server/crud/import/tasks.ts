/** The undo of imports among the tasks. */
import { eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import { jobUndo } from '#contract/jobs.ts'
import { imports } from '#server/db/tables/imports.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import { mount } from '#server/platform/http/mount.ts'
import { findJob, showJob } from '#server/platform/jobs/seen.ts'
import { undoImport } from './api.ts'
import { importableOf } from './rules.ts'

/** Needs what the section's own call needs: the import, visible, and the permission to import. */
export function mountImportTasks(app: Hono, platform: Platform): void {
  mount(app, platform, jobUndo, async (request) => {
    const { db, user, params } = request
    const job = await findJob(db, user, params.id ?? '')
    const ref = job.kind === 'import' ? (job.key ?? '').replace(/^import /, '') : ''
    const [stored] = ref ? await db.select().from(imports).where(eq(imports.ref, ref)) : []
    if (!stored) throw new ApiError('not_found')
    const importable = importableOf(stored)
    if (!user.permissions.has(`create ${importable.shape.section.permission}`)) throw new ApiError('forbidden')
    await undoImport(platform, importable, { ...request, params: { id: stored.ref } })
    return { message: 'OK', data: await showJob(db, user, job) }
  })
}
