/** What the provider of mail tells later (contract/mail-events.ts). An outcome only gets worse, whatever the order of events. */
import { createHash, createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Context, Hono } from 'hono'
import { isRecord, toText } from '#contract/kit/field/guards.ts'
import { mailEventNames, mailEventsReceive, mailEventsSignature, maxMailEventBytes, maxMailEvents } from '#contract/mail-events.ts'
import { totalsOf } from '#server/crud/query/totals.ts'
import type { Db } from '#server/db/database.ts'
import { mailSuppressions } from '#server/db/tables/mail.ts'
import { newsletters, newsletterRecipients as recipients } from '#server/db/tables/newsletters.ts'
import { attempts } from '#server/db/tables/platform.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import { timingSafeEqualText } from '#server/platform/core/timing-safe-equal-text.ts'
import { readBytes } from '#server/platform/http/body.ts'
import { mountRaw } from '#server/platform/http/mount.ts'
import { clientAddress } from '#server/platform/http/request.ts'
import { networkLimit } from '#server/platform/limits/network-limit.ts'
import { isAddress, normaliseAddress } from '#server/platform/mail/address.ts'
import { readMessageId } from '#server/platform/mail/mailer.ts'
import { countUnsubscribed } from './newsletter/clicks.ts'
import { readRecipientToken } from './newsletter/links.ts'

/** Calls per address and minute, over all processes. */
const perMinute = 600

type EventName = (typeof mailEventNames)[number]
const isEventName = (value: unknown): value is EventName => mailEventNames.some((name) => name === value)

/** What it is called here, in the order in which an outcome gets worse. An unsubscribe is no outcome. */
const stored = { delivered: 'delivered', bounce: 'bounced', complaint: 'complained', unsubscribe: 'unsubscribed' } as const
const ranks = sql.raw("array['delivered', 'bounced', 'complained']")
const rank = (kind: ReturnType<typeof sql>) => sql`coalesce(array_position(${ranks}, ${kind}::text), 0)`

export interface MailEvent {
  /** Of a newsletter's recipient; null for another mail. */
  recipient: number | null
  address: string | null
  kind: (typeof stored)[EventName]
}

export function readMailEvents(platform: Pick<Platform, 'tokens'>, body: unknown): MailEvent[] {
  if (!Array.isArray(body) || body.length > maxMailEvents)
    throw new ApiError('malformed', `The body must be a list of at most ${maxMailEvents} events.`)
  return body.flatMap((event: unknown): MailEvent[] => {
    if (!isRecord(event) || !isEventName(event.kind)) return []
    const id = readMessageId(toText(event.message_id).slice(0, 500))
    const recipient = id.startsWith('newsletter-') ? readRecipientToken(platform, 'mail', id.slice('newsletter-'.length)) : null
    const address = normaliseAddress(toText(event.address).slice(0, 500))
    return [{ recipient, address: recipient === null && isAddress(address) ? address : null, kind: stored[event.kind] }]
  })
}

/** Newsletters are locked before their recipients, as everywhere. Returns how many outcomes changed. */
export async function storeMailEvents(db: Db, events: readonly MailEvent[]): Promise<number> {
  const { rows } = await db.execute(sql`
    with every_event as (select * from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as each (recipient bigint, address text, kind text)),
    worst as (select recipient as id, (array_agg(kind order by ${rank(sql`kind`)} desc))[1] as kind
      from every_event where recipient is not null and kind <> 'unsubscribed' group by recipient),
    own as (select id from ${newsletters}
      where id in (select ${recipients.newsletter_id} from ${recipients}, worst where ${recipients.id} = worst.id) order by id for update),
    before as (select ${recipients.id} as id, ${recipients.state} as state, ${recipients.event} as event from ${recipients}, worst where ${recipients.id} = worst.id),
    changed as (
      update ${recipients} set event = worst.kind,
        state = case when ${recipients.state} <> 'unknown' then ${recipients.state} when worst.kind = 'bounced' then 'failed' else 'sent' end,
        reason = case when ${recipients.state} <> 'unknown' then ${recipients.reason} when worst.kind = 'bounced' then 'bounced' end,
        sent_at = case when ${recipients.state} = 'unknown' and worst.kind <> 'bounced' then now() else ${recipients.sent_at} end
      from worst, own, before
      where ${recipients.id} = worst.id and before.id = worst.id and ${recipients.newsletter_id} = own.id
        and ${recipients.state} in ('sending', 'sent', 'unknown') and before.state = ${recipients.state}
        and ${rank(sql`worst.kind`)} > ${rank(sql`${recipients.event}`)}
      returning ${recipients.newsletter_id} as newsletter, before.state as was, ${recipients.state} as state, worst.kind as kind),
    suppressed as (
      insert into ${mailSuppressions} (address, kind)
      select distinct address, kind from (
        select ${recipients.address} as address, every_event.kind from every_event, ${recipients} where ${recipients.id} = every_event.recipient
        union all select address, kind from every_event where recipient is null) as each
      where address is not null and kind <> 'delivered' order by 1, 2 on conflict do nothing),
    counted as (select newsletter,
      (count(*) filter (where was = 'unknown'))::int as known,
      (count(*) filter (where was = 'unknown' and state = 'sent'))::int as sent,
      (count(*) filter (where was = 'unknown' and state = 'failed'))::int as failed,
      (count(*) filter (where kind = 'bounced'))::int as bounced,
      (count(*) filter (where kind = 'complained'))::int as complained
      from changed group by newsletter)
    update ${newsletters} set unknown = unknown - counted.known, sent = ${newsletters.sent} + counted.sent,
      failed = ${newsletters.failed} + counted.failed, bounced = ${newsletters.bounced} + counted.bounced,
      complained = ${newsletters.complained} + counted.complained
    from counted where ${newsletters.id} = counted.newsletter returning ${newsletters.id}`)
  return rows.length
}

/** Days for which a call is known again: a replay would suppress an address again that somebody has freed. */
const rememberedDays = 366

/** Whether these bytes were not taken before; they are remembered from now on, as part of the transaction. */
async function isFirst({ tokens }: Platform, tx: Db, body: Uint8Array): Promise<boolean> {
  const key = tokens.digest(`mail events ${createHash('sha256').update(body).digest('hex')}`)
  const ends_at = sql`now() + make_interval(days => ${rememberedDays}::int)`
  return (await tx.insert(attempts).values({ key, times: 1, ends_at }).onConflictDoNothing().returning({ key: attempts.key })).length > 0
}

export function mountMailEvents(app: Hono, platform: Platform): void {
  const { database, settings } = platform
  const calls = networkLimit(platform, { name: 'mail-events', points: perMinute, seconds: 60 })
  mountRaw(app, mailEventsReceive, async (c: Context) => {
    await calls.take(clientAddress(c, settings.trustProxy))
    const body = await readBytes(c.req.raw, maxMailEventBytes)
    const secret = settings.mailEventsSecret
    const expected = secret === null ? null : `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
    if (expected === null || !timingSafeEqualText(c.req.header(mailEventsSignature) ?? '', expected)) throw new ApiError('forbidden')
    const events = readMailEvents(platform, parse(body))
    if (events.length)
      await database.transaction(async (tx) => {
        if (!(await isFirst(platform, tx, body))) return
        const left = events.flatMap(({ kind, recipient }) => (kind === 'unsubscribed' && recipient ? [recipient] : []))
        const changed = (await storeMailEvents(tx, events)) + (left.length ? await countUnsubscribed(tx, left) : 0)
        if (changed) await totalsOf(database).changed(tx, ['newsletter'])
      })
    return c.json({ message: 'OK' })
  })
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    throw new ApiError('malformed')
  }
}
