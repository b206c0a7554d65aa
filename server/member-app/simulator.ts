/** What the simulated phone of a member reads beside the calls of members' apps (contract/simulator/simulator-app.ts). */
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import { priceOf } from '#contract/commerce/product-price.ts'
import { eventPath } from '#contract/public-pages.ts'
import * as contract from '#contract/simulator/simulator-app.ts'
import { eventParticipants, events } from '#server/db/tables/events.ts'
import { memberInbox } from '#server/db/tables/member-app.ts'
import { members } from '#server/db/tables/members.ts'
import { pushNotifications as pushes } from '#server/db/tables/push.ts'
import { segmentsOf } from '#server/people/segments.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { issueMemberToken } from '#server/platform/core/member-tokens.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import { type CallRequest, mount } from '#server/platform/http/mount.ts'
import { meets } from './read-home.ts'
import { nowhere, resolveTargets } from './targets.ts'

const shown = 50

async function findMember({ db, query }: CallRequest) {
  const { id, ref, phone } = members
  const [member] = await db
    .select({ id, ref, phone })
    .from(members)
    .where(and(eq(id, Number(query.member)), isNull(members.deleted_at)))
  if (!member) throw new ApiError('not_found')
  return member
}

async function readPushes(request: CallRequest) {
  const { db } = request
  const member = await findMember(request)
  const { id, created_at, opened_at } = memberInbox
  const rows = await db
    .select({ inbox: { id, created_at, opened_at }, push: pushes })
    .from(memberInbox)
    .innerJoin(pushes, eq(pushes.id, memberInbox.push_id))
    .where(eq(memberInbox.member_id, member.id))
    .orderBy(desc(id))
    .limit(shown)
  const targets = await resolveTargets(
    db,
    rows.map(({ push }) => push),
  )
  return {
    pushes: rows.map(({ inbox, push: { ref, title, message, image } }, at) => ({
      ...inbox,
      ...{ ref, title, message, image_url: image?.url ?? null, target: targets[at] ?? nowhere },
    })),
  }
}

async function readEvents(request: CallRequest) {
  const { db } = request
  const member = await findMember(request)
  const segments = await segmentsOf(db, member.id)
  // Nothing chosen is for everybody.
  const isFor = sql`(${events.audience} = '[]'::jsonb or ${meets(sql`${events.audience}`, { member: member.id, segments })})`
  const own = sql`(select ${eventParticipants.state} from ${eventParticipants}
    where ${eventParticipants.event_id} = ${events.id} and ${eventParticipants.phone} = ${member.phone})`
  // Below an expression's first level, columns keep their tables.
  const state = sql<string | null>`${own}`
  const rows = await db
    .select({ event: events, state })
    .from(events)
    .where(and(eq(events.visibility, 'publish'), sql`${events.end_at} > now()`, isFor))
    .orderBy(asc(events.start_at), asc(events.id))
    .limit(shown)
  return {
    events: rows.map(({ event: { ref, title, cover, location, speaker, start_at, end_at, fee_type, price, slug }, state: registered }) => ({
      ...{ ref, title, cover_url: cover?.url ?? null, location, speaker, start_at, end_at },
      ...{ price: priceOf({ fee_type, price }), page: slug ? eventPath(slug) : null, state: registered },
    })),
  }
}

/** Requires the simulator's gate, mounted before by the caller. */
export function mountAppSimulator(app: Hono, platform: Platform): void {
  mount(app, platform, contract.simulatorToken, async (request) => ({
    token: await issueMemberToken(platform, (await findMember(request)).ref),
  }))
  mount(app, platform, contract.simulatorPushes, readPushes)
  mount(app, platform, contract.simulatorEvents, readEvents)
}
