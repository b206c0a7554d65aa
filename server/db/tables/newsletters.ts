import { sql } from 'drizzle-orm'
import { bigserial, boolean, index, integer, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import type { NewsletterHold, NewsletterState, RecipientReason, RecipientState } from '#contract/sections/promotion/newsletter.ts'
import { bigint, json, moment, text } from './columns.ts'
import { members } from './members.ts'
import { record } from './record.ts'

const count = () => integer().notNull().default(0)

/** Counts are of recipients in these states, and change in the statement that changes those. */
export const newsletters = pgTable(
  'newsletters',
  {
    ...record,
    subject: text().notNull(),
    preheader: text(),
    body: text().notNull(),
    segmentation: json<string[]>().notNull().default([]),
    attachments: json<never[]>().notNull().default([]),
    send_at: moment(),
    status: text().$type<NewsletterState>().notNull().default('draft'),
    held: text().$type<NewsletterHold>(),
    /** A person wants it although its time is long past. */
    late_confirmed: boolean().notNull().default(false),
    /** A person stopped it: what comes back is not sent again. */
    stopped_at: moment(),
    started_at: moment(),
    ended_at: moment(),
    matched: count(),
    sent: count(),
    failed: count(),
    unknown: count(),
    suppressed: count(),
    stopped: count(),
    skipped: count(),
    opened: count(),
    machine_opened: count(),
    clicked: count(),
    machine_clicked: count(),
    unsubscribed: count(),
    bounced: count(),
    complained: count(),
  },
  (table) => [
    index().on(table.created_at, table.id),
    index().on(table.send_at, table.id),
    index('newsletters_send_at_last').on(table.send_at.desc().nullsLast(), table.id.desc().nullsFirst()),
    index().on(table.subject, table.id),
  ],
)

/** A row for every member of the segments when sending began. */
export const newsletterRecipients = pgTable(
  'newsletter_recipients',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    newsletter_id: bigint()
      .notNull()
      .references(() => newsletters.id, { onDelete: 'cascade' }),
    member_id: bigint()
      .notNull()
      .references(() => members.id, { onDelete: 'no action' }),
    /** Trimmed, in lower case, its domain in ASCII; null without one. */
    address: text(),
    state: text().$type<RecipientState>().notNull(),
    reason: text().$type<RecipientReason>(),
    attempts: count(),
    first_tried_at: moment(),
    /** Of a queued one: not before. */
    next_try_at: moment(),
    response: text(),
    sent_at: moment(),
    opened_at: moment(),
    machine_opened_at: moment(),
    clicked_at: moment(),
    machine_clicked_at: moment(),
    unsubscribed_at: moment(),
    event: text(),
    decided_by: text(),
  },
  (table) => [
    uniqueIndex('newsletter_recipients_address').on(table.newsletter_id, table.address).where(sql`${table.state} <> 'skipped'`),
    index().on(table.newsletter_id, table.id),
    index().on(table.member_id, table.id),
    index('newsletter_recipients_queued').on(table.newsletter_id, table.next_try_at, table.id).where(sql`${table.state} = 'queued'`),
    index('newsletter_recipients_open')
      .on(table.newsletter_id, table.state, table.id)
      .where(sql`${table.state} in ('sending', 'unknown', 'failed')`),
  ],
)
