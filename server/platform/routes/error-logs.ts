/**
 * Consoles' reports of messages that could not be sent (contract/error-logs.ts): kept for 90 days in `error_logs`, with reason and
 * details. The log only gets place and code, because more people read it.
 */

import { timingSafeEqual } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { errorLog, errorLogToken } from '#contract/error-logs.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { errorLogs } from '#server/db/tables/platform.ts'
import type { Platform } from '../core/context.ts'
import { ApiError } from '../core/problem.ts'
import { bearerOf } from '../http/guard.ts'
import { mount } from '../http/mount.ts'
import { limit } from '../limits/limits.ts'

/** Reports per minute of a session or deployment. */
const max = 60
const minute = 60

const text = (value: unknown) => (typeof value === 'string' ? value : null)

/** Codes and places of our programs; other texts are dropped. */
const plain = (value: unknown) => (typeof value === 'string' && /^[\w./:-]{1,120}$/.test(value) ? value : undefined)

function isSameToken(given: string, token: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(token)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/**
 * Returns the reporter: a deployment by its token, or a session by its own in either header. Throws 403, never 401: clients sign out on
 * that, and a report that is not taken says nothing about the session of who sent it.
 */
async function reporter(c: Context, { settings, tokens, people }: Platform): Promise<string> {
  const given = c.req.header(errorLogToken) ?? ''
  if (settings.apiToken && isSameToken(given, settings.apiToken)) return 'deployment'
  for (const token of [given, bearerOf(c)]) {
    const jti = token && (await tokens.verify(token).catch(() => null))
    if (jti && (await people.bySession(jti))) return jti
  }
  throw new ApiError('forbidden')
}

export function mountErrorLogs(app: Hono, platform: Platform): void {
  const reports = limit(max, minute)
  app.use(errorLog.path, async (c, next) => {
    await reports.take(await reporter(c, platform))
    await next()
  })
  mount(app, platform, errorLog, async ({ body, db, after }) => {
    const { message, code, at, detail } = body
    const notified = { message: toText(message), code: text(code), at: text(at), detail: text(detail) }
    await db.insert(errorLogs).values(notified)
    after(() => platform.log.warn({ code: plain(body.code), at: plain(body.at) }, 'a console could not send a message'))
    return { message: 'Noted' }
  })
}
