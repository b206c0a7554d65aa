/** Newsletters in a member's app: those that were sent to the member, and no others (docs/product/push-and-app.md#newsletters). */
import { and, desc, eq, isNotNull, type SQL } from 'drizzle-orm'
import type { Hono } from 'hono'
import { uuid } from '#contract/lib/patterns.ts'
import { maxShown, memberNewsletter, memberNewsletters } from '#contract/member-app.ts'
import { newsletters, newsletterRecipients as recipients } from '#server/db/tables/newsletters.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import { type CallRequest, mount } from '#server/platform/http/mount.ts'
import { Cacheable } from '#server/platform/http/reply.ts'
import { etagOf } from './etag.ts'
import { appLimits } from './limits.ts'

/** Seconds that an app may keep the list, and a text, which never changes once it was sent. */
const listAge = 60
const textAge = 3_600

const { ref, subject, preheader, body } = newsletters
const inList = { ref, subject, preheader, sent_at: recipients.sent_at }

/** Condition: was sent to the member who asks. */
function isOwn(member: number | null, where?: SQL) {
  if (member === null) throw new ApiError('unauthenticated')
  return and(eq(recipients.member_id, member), eq(recipients.state, 'sent'), isNotNull(recipients.sent_at), where)
}
const ofNewsletter = eq(newsletters.id, recipients.newsletter_id)

async function list({ db, member }: CallRequest) {
  const own = db.select(inList).from(recipients).innerJoin(newsletters, ofNewsletter).where(isOwn(member))
  const shown = await own.orderBy(desc(recipients.id)).limit(maxShown)
  return new Cacheable({ newsletters: shown }, etagOf(shown), listAge, true)
}

async function one({ db, member, params }: CallRequest) {
  const asked = (params.ref ?? '').toLowerCase()
  if (!uuid.test(asked)) throw new ApiError('not_found')
  const whole = { ...inList, body }
  const own = db
    .select(whole)
    .from(recipients)
    .innerJoin(newsletters, ofNewsletter)
    .where(isOwn(member, eq(ref, asked)))
  const [letter] = await own.limit(1)
  if (!letter) throw new ApiError('not_found')
  return new Cacheable(letter, etagOf(letter), textAge, true)
}

export function mountNewsletters(app: Hono, platform: Platform): void {
  const { reads } = appLimits(platform)
  mount(app, platform, memberNewsletters, async (request) => {
    await reads(request)
    return list(request)
  })
  mount(app, platform, memberNewsletter, async (request) => {
    await reads(request)
    return one(request)
  })
}
