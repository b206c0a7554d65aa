/** Cancelling a mutation (docs/offline.md#the-states-of-a-row). */
import type { Hono } from 'hono'
import { errorStatus } from '#contract/kit/field/errors.ts'
import { cancelMutation } from '#contract/sync.ts'
import { mutations } from '#server/db/tables/platform.ts'
import type { Platform } from '../core/context.ts'
import { ApiError, problemBody } from '../core/problem.ts'
import { findVerdict, lockKey } from '../http/idempotency.ts'
import { mount } from '../http/mount.ts'

export function mountMutations(app: Hono, platform: Platform): void {
  mount(app, platform, cancelMutation, async ({ db, user, params }) => {
    const key = (params.id ?? '').toLowerCase()
    await lockKey(db, user.ref, key)
    const found = await findVerdict(db, user.ref, key)
    if (found) return { verdict: found.verdict, status: found.status }
    const status = errorStatus.cancelled
    const body = problemBody(new ApiError('cancelled'))
    await db.insert(mutations).values({ owner: user.ref, key, status, verdict: 'cancelled', body })
    return { verdict: 'cancelled', status }
  })
}
