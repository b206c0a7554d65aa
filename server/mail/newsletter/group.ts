/**
 * One statement stores the outcomes of a group and marks the next: `sending` before anything is sent, so that no end of a process sends a
 * mail twice (docs/product/newsletters.md#groups).
 */
import { type SQL, sql } from 'drizzle-orm'
import type { NewsletterHold, NewsletterState, RecipientReason } from '#contract/sections/promotion/newsletter.ts'
import type { Db } from '#server/db/database.ts'
import { isoTime } from '#server/db/tables/columns.ts'
import { mailSuppressions } from '#server/db/tables/mail.ts'
import { members } from '#server/db/tables/members.ts'
import { newsletters, newsletterRecipients as recipients } from '#server/db/tables/newsletters.ts'
import { takeGroup } from '#server/platform/mail/mail-rate.ts'
import type { Outcome } from '#server/platform/mail/outcome.ts'

/** `back`: nothing was tried. `deferred`: a temporary refusal. */
export interface Result {
  id: number
  outcome: 'sent' | 'failed' | 'deferred' | 'back' | 'unknown'
  reason: RecipientReason | null
  response: string | null
}

export function resultOf(id: number, { is, ...outcome }: Outcome): Result {
  const { response } = outcome
  if (is === 'accepted') return { id, outcome: 'sent', reason: null, response }
  if (is === 'server_fault') return { id, outcome: 'back', reason: null, response }
  if (is === 'unknown') return { id, outcome: 'unknown', reason: 'no_answer', response }
  const { isTemporary, fault } = 'fault' in outcome ? outcome : { isTemporary: false, fault: 'other' }
  if (isTemporary) return { id, outcome: 'deferred', reason: null, response }
  return { id, outcome: 'failed', reason: fault === 'address' ? 'no_such_address' : 'refused', response }
}

/** Temporary refusals are tried again: five times in 48 hours. */
export const maxTries = 5
const tryHours = 48
/** Minutes from a try to the next. */
const pauses = [15, 60, 360, 1_440] as const
const pause = sql`make_interval(mins => (array[${sql.raw(pauses.join())}])[least(${recipients.attempts} + 1, ${sql.raw(String(pauses.length))})])`
const isLastTry = sql`(${recipients.attempts} + 1 >= ${sql.raw(String(maxTries))}
  or coalesce(${recipients.first_tried_at}, now()) + make_interval(hours => ${sql.raw(String(tryHours))}) <= now() + ${pause})`

export interface Step {
  newsletter: number
  results: readonly Result[]
  /** Of the next group; 0 stores only. */
  max: number
  perMinute: number
  /** Holds it from now on, unless it is held. */
  hold: NewsletterHold | null
  /** The mail server is there again. */
  isServerUp: boolean
  /** While it is held because the mail server was not there, one mail tries whether it is. */
  isProbe: boolean
}

export interface Recipient {
  id: number
  address: string
}

export interface Group {
  status: NewsletterState
  held: NewsletterHold | null
  recipients: Recipient[]
  /** Milliseconds until the pace lets another go; 0 if it does now. */
  waitMs: number
  /** By the database's clock. */
  now: number
  /** When the next queued one is due; null without one. */
  nextTryAt: number | null
}

interface GroupRow extends Record<string, unknown> {
  status: NewsletterState
  held: NewsletterHold | null
  granted: number
  wait_ms: number
  now: string
  marked: Recipient[] | null
}

const numberOf = (rows: string, condition: SQL) => sql`(select count(*) from ${sql.raw(rows)} where ${condition})::int`
const inState = (rows: string, state: string) => numberOf(rows, sql`state = ${state}`)

/** What `newsletters` changes by, in the states of its recipients. */
const changes = {
  sent: inState('stored', 'sent'),
  failed: inState('stored', 'failed'),
  unknown: inState('stored', 'unknown'),
  stopped: inState('stored', 'stopped'),
  suppressed: inState('marked', 'suppressed'),
  skipped: inState('marked', 'skipped'),
} as const

const counted = sql.join(
  Object.entries(changes).map(([name, change]) => sql`${sql.raw(name)} = ${sql.raw(name)} + ${change}`),
  sql`, `,
)
const settled = sql.join(
  Object.entries(changes).map(([name, change]) => sql`${sql.raw(name)} + ${change}`),
  sql` + `,
)
const isOver = sql`(matched = ${settled})`

/** Not in the segments' sense any more: a person who left, a mailbox that is not there, or a member who was deleted. */
const isSuppressed = sql`exists (select 1 from ${mailSuppressions} where ${mailSuppressions.address} = ${recipients.address})`
const suppressedBecause = sql`(select ${mailSuppressions.kind} from ${mailSuppressions} where ${mailSuppressions.address} = ${recipients.address}
  order by ${mailSuppressions.kind} = 'unsubscribed' limit 1)`
const isDeleted = sql`exists (select 1 from ${members} where ${members.id} = ${recipients.member_id} and ${members.deleted_at} is not null)`

/** Suppresses addresses that the server does not know. */
const suppressing = sql`gone as (
  insert into ${mailSuppressions} (address, kind)
  select address, 'bounced' from stored where state = 'failed' and reason = 'no_such_address' order by 1 on conflict do nothing)`

export async function storeAndMark(tx: Db, step: Step): Promise<Group> {
  const { newsletter, results, max, perMinute, hold, isServerUp, isProbe } = step
  const held = sql`case when held = 'mail_down' and ${isServerUp}::boolean then ${hold}::text else coalesce(held, ${hold}::text) end`
  const maySend = sql`(own.status = 'sending' and own.stopped_at is null and (own.held_next is null or (own.held_next = 'mail_down' and ${isProbe}::boolean)))`
  const { rows } = await tx.execute<GroupRow>(sql`
    with own as (select id, status, stopped_at, ${held} as held_next from ${newsletters} where id = ${newsletter} for update),
    given as (select * from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as each (id bigint, outcome text, reason text, response text)),
    stored as (
      update ${recipients} set
        state = case given.outcome
          when 'deferred' then case when ${isLastTry} then 'failed' when own.stopped_at is not null then 'stopped' else 'queued' end
          when 'back' then case when own.stopped_at is null then 'queued' else 'stopped' end
          else given.outcome end,
        reason = case when given.outcome = 'deferred' and ${isLastTry} then 'tried_out' else given.reason end,
        response = given.response,
        attempts = ${recipients.attempts} + case when given.outcome = 'back' then 0 else 1 end,
        first_tried_at = case when given.outcome = 'back' then ${recipients.first_tried_at} else coalesce(${recipients.first_tried_at}, now()) end,
        next_try_at = case given.outcome when 'deferred' then now() + ${pause} when 'back' then now() end,
        sent_at = case when given.outcome = 'sent' then now() end
      from given, own
      where ${recipients.id} = given.id and ${recipients.newsletter_id} = own.id and ${recipients.state} = 'sending'
      returning ${recipients.state} as state, ${recipients.reason} as reason, ${recipients.address} as address),
    ${suppressing},
    ${takeGroup(perMinute, max)},
    due as (
      select ${recipients.id} as id from ${recipients}
      where ${recipients.newsletter_id} = ${newsletter} and ${recipients.state} = 'queued' and ${recipients.next_try_at} <= now()
        and (select ${maySend} from own)
      order by ${recipients.next_try_at}, ${recipients.id} limit (select granted from pace) for update of ${recipients} skip locked),
    marked as (
      update ${recipients} set
        state = case when ${isSuppressed} then 'suppressed' when ${isDeleted} then 'skipped' else 'sending' end,
        reason = case when ${isSuppressed} then ${suppressedBecause} when ${isDeleted} then 'deleted' end
      where ${recipients.id} = any(array(select id from due))
      returning ${recipients.id} as id, ${recipients.address} as address, ${recipients.state} as state),
    changed as (
      update ${newsletters} set ${counted}, held = case when ${isOver} then null else own.held_next end,
        status = case when ${newsletters.status} = 'sending' and ${isOver} then 'sent' else ${newsletters.status} end,
        ended_at = case when ${newsletters.status} = 'sending' and ${isOver} then now() else ${newsletters.ended_at} end
      from own where ${newsletters.id} = own.id
      returning ${newsletters.status} as status, ${newsletters.held} as held)
    select changed.status, changed.held, pace.granted, pace.wait_ms, now()::text as now,
      (select jsonb_agg(jsonb_build_object('id', id, 'address', address) order by id) from marked where state = 'sending') as marked
    from changed, pace`)
  const [row] = rows
  // Deleted with its recipients.
  if (!row) return { status: 'sent', held: null, recipients: [], waitMs: 0, now: Date.now(), nextTryAt: null }
  const marked = row.marked ?? []
  const isIdle = marked.length === 0 && row.status === 'sending' && max > 0
  return {
    status: row.status,
    held: row.held,
    recipients: marked,
    waitMs: row.granted > 0 ? 0 : Math.max(5, row.wait_ms),
    now: Date.parse(isoTime(row.now)),
    nextTryAt: isIdle ? await findNextTry(tx, newsletter) : null,
  }
}

async function findNextTry(tx: Db, newsletter: number): Promise<number | null> {
  const { rows } = await tx.execute<{ at: string | null }>(
    sql`select min(${recipients.next_try_at})::text as at from ${recipients} where ${recipients.newsletter_id} = ${newsletter} and ${recipients.state} = 'queued'`,
  )
  const at = rows[0]?.at
  return at ? Date.parse(isoTime(at)) : null
}
