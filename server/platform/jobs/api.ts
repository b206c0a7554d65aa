/** The calls of contract/jobs.ts. */
import type { Hono } from 'hono'
import { jobCancel, jobList, jobResult, jobRetry, jobStream } from '#contract/jobs.ts'
import type { Platform } from '../core/context.ts'
import { ApiError } from '../core/problem.ts'
import { sha256Of } from '../files/files.ts'
import { mount } from '../http/mount.ts'
import { FileBody } from '../http/reply.ts'
import { cancelJob, retryJob } from './change.ts'
import { findJob, seenJobs, showJob } from './seen.ts'
import { jobEvents } from './stream.ts'

export function mountJobs(app: Hono, platform: Platform): void {
  const { database, privateFiles } = platform
  mount(app, platform, jobList, async ({ db, user }) => ({ jobs: await seenJobs(db, user) }))
  mount(app, platform, jobStream, ({ user, session }) => jobEvents(platform, user, session?.jti ?? ''))
  mount(app, platform, jobCancel, async ({ db, user, params }) => {
    return { message: 'OK', data: await showJob(db, user, await cancelJob(database, db, user, params.id ?? '')) }
  })
  mount(app, platform, jobRetry, async ({ db, user, params }) => {
    return { message: 'OK', data: await showJob(db, user, await retryJob(database, db, user, params.id ?? '')) }
  })
  mount(app, platform, jobResult, async ({ db, user, params }) => {
    const { result } = await findJob(db, user, params.id ?? '')
    const found = result && (await privateFiles.read(sha256Of(result.url) ?? '', result.name))
    if (!found) throw new ApiError('not_found')
    return new FileBody(found.content, result.type, result.name)
  })
}
