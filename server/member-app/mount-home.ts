/** Calls of the home of members' apps. */
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import { toText } from '#contract/kit/field/guards.ts'
import { uuid } from '#contract/lib/patterns.ts'
import { forYouClicked, memberHome, popupSeen } from '#contract/member-app.ts'
import type { Db } from '#server/db/database.ts'
import { forYous } from '#server/db/tables/content.ts'
import { popupViews } from '#server/db/tables/member-app.ts'
import { popupPromotions } from '#server/db/tables/promotion.ts'
import { segmentsOf } from '#server/people/segments.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import { type CallRequest, mount } from '#server/platform/http/mount.ts'
import { Cacheable } from '#server/platform/http/reply.ts'
import { storedLimit } from '#server/platform/limits/stored-limit.ts'
import { etagOf } from './etag.ts'
import { appLimits, visitorOf } from './limits.ts'
import { isForYouShown, isPopupShown, readClock, readHome, type Viewer } from './read-home.ts'

/** Seconds that an app may keep it. */
const maxAge = 60
/** Clicks of a visitor on one thing count once in so many seconds. */
const clickSeconds = 60

const guest: Viewer = { member: null, segments: new Set(['all']) }

async function viewerOf({ db, member }: CallRequest): Promise<Viewer> {
  return member === null ? guest : { member, segments: await segmentsOf(db, member) }
}

async function home(request: CallRequest) {
  const { db } = request
  const viewer = await viewerOf(request)
  const { at, edge } = await readClock(db, viewer)
  const shown = await readHome(db, viewer)
  const keeps = Math.max(0, Math.min(maxAge, Math.floor(edge ?? maxAge)))
  return new Cacheable({ at, ...shown }, etagOf(shown), keeps, viewer.member !== null)
}

/** The number of what a viewer sees now. Throws 404. */
async function findShown(db: Db, table: typeof forYous | typeof popupPromotions, ref: string, isShown: SQL): Promise<number> {
  const known = uuid.test(ref) ? ref.toLowerCase() : null
  const [found] = known
    ? await db
        .select({ id: table.id })
        .from(table)
        .where(and(eq(table.ref, known), isShown))
    : []
  if (!found) throw new ApiError('not_found')
  return found.id
}

async function seen(request: CallRequest) {
  const { db, body } = request
  const viewer = await viewerOf(request)
  const popup_id = await findShown(db, popupPromotions, toText(body.ref), isPopupShown(viewer))
  if (viewer.member !== null)
    await db
      .insert(popupViews)
      .values({ popup_id, member_id: viewer.member })
      .onConflictDoUpdate({ target: [popupViews.popup_id, popupViews.member_id], set: { seen_at: sql`now()` } })
  return { message: 'Done' }
}

export function mountHome(app: Hono, platform: Platform): void {
  const { reads, writes } = appLimits(platform)
  const clicks = storedLimit(platform, 'for-you click', 1, clickSeconds)
  mount(app, platform, memberHome, async (request) => {
    await reads(request)
    return home(request)
  })
  mount(app, platform, popupSeen, async (request) => {
    await writes(request)
    return seen(request)
  })
  mount(app, platform, forYouClicked, async (request) => {
    await writes(request)
    const { db, body } = request
    const id = await findShown(db, forYous, toText(body.ref), isForYouShown(await viewerOf(request)))
    if (await clicks.allows(`${id} ${visitorOf(request)}`))
      await db
        .update(forYous)
        .set({ click_count: sql`${forYous.click_count} + 1` })
        .where(eq(forYous.id, id))
    return { message: 'Done' }
  })
}
