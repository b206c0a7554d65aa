/** The participants of an event for a device at its door, and what changed of them since it last asked (docs/product/events.md#the-door). */
import { randomUUID } from 'node:crypto'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { toText } from '#contract/kit/field/guards.ts'
import { doorPage } from '#contract/parts/door-fields.ts'
import { findRow, scopeOf } from '#server/crud/query/read.ts'
import type { Handler } from '#server/crud/rules.ts'
import { eventParticipants as participants } from '#server/db/tables/events.ts'
import { getFeedHorizon } from '#server/platform/core/feed-position.ts'
import { metaValue } from '#server/platform/core/meta.ts'
import { participantShape } from './seats.ts'

/** Postgres tells apart the age of rows up to 2^31 transactions. */
const maxTransactions = 1_000_000_000n

const transaction = v.pipe(v.string(), v.regex(/^\d{1,20}$/))
const stored = v.tuple([v.string(), v.nullable(transaction), transaction, v.pipe(v.number(), v.integer(), v.minValue(0))])

interface Cursor {
  epoch: string
  /** Rows written before this transaction are on the device; null: none are. */
  since: string | null
  /** `since` of the next round. */
  next: string
  /** Last id of this round. */
  after: number
}

const formatCursor = ({ epoch, since, next, after }: Cursor) =>
  Buffer.from(JSON.stringify([epoch, since, next, after])).toString('base64url')

/** Null for a cursor of another database, or one too old. */
function parseCursor(text: string, epoch: string, horizon: string): Cursor | null {
  try {
    const parsed = v.safeParse(stored, JSON.parse(Buffer.from(text, 'base64url').toString()))
    if (!parsed.success) return null
    const [own, since, next, after] = parsed.output
    const age = BigInt(horizon) - BigInt(since ?? next)
    return own === epoch && age >= 0n && age < maxTransactions ? { epoch, since, next, after } : null
  } catch {
    return null
  }
}

/** The database writes into every row which transaction wrote it last, so that no way of writing one can be forgotten. */
const isWrittenSince = (since: string) => sql`age(${participants}.xmin) <= age((${since}::numeric % 4294967296)::text::xid)`

export const readDoor: Handler = async ({ db, user, params, query }, { shape }) => {
  const { id, ref, title, start_at, end_at } = await findRow(db, shape, user, params.id ?? '')
  const epoch = await metaValue(db, 'epoch', randomUUID)
  // Before the rows are read: what is committed meanwhile is sent again in the next round.
  const { tx: horizon } = await getFeedHorizon(db)
  const known = parseCursor(toText(query.cursor), epoch, horizon)
  const { since, after } = known ?? { since: null, after: 0 }
  const next = known && after > 0 ? known.next : horizon
  const isOfEvent = eq(participants.event_id, id)
  const { name, state, ticket, admissions } = participants
  // Everybody is let in; a phone is of those alone whom the person sees.
  const phone = sql<string>`case when ${scopeOf(participantShape(), user).where ?? sql`true`} then ${participants.phone} else '' end`
  const found = await db
    .select({ number: participants.id, ref: participants.ref, name, phone, state, ticket, admissions })
    .from(participants)
    .where(and(isOfEvent, gt(participants.id, after), since === null ? undefined : isWrittenSince(since)))
    .orderBy(asc(participants.id))
    // One more tells whether another page follows.
    .limit(doorPage + 1)
  const page = found.slice(0, doorPage)
  const more = found.length > doorPage
  const last = page.at(-1)?.number ?? after
  return {
    event: { id, ref, title, start_at, end_at },
    people: page.map(({ number: _, ...person }) => person),
    cursor: formatCursor(more ? { epoch, since, next, after: last } : { epoch, since: next, next: horizon, after: 0 }),
    more,
    resync: known === null,
    count: await db.$count(participants, isOfEvent),
  }
}
