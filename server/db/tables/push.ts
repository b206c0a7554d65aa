/** Push notifications to members' phones, the phones, and what became of each push on each of them. */
import { sql } from 'drizzle-orm'
import { bigserial, boolean, check, index, integer, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import type { StoredFile } from '#contract/kit/field/field.ts'
import { bigint, json, moment, text } from './columns.ts'
import { members } from './members.ts'
import { record } from './record.ts'

export const pushNotifications = pgTable(
  'push_notifications',
  {
    ...record,
    title: text().notNull(),
    message: text().notNull(),
    image: json<StoredFile>(),
    reference_type: text().notNull().default('none'),
    reference_url: text(),
    content_id: bigint(),
    event_id: bigint(),
    onlineclass_id: bigint(),
    segmentation: json<string[]>().notNull().default([]),
    send: text().notNull().default('now'),
    /** Never null: of 'now' the moment of saving. */
    send_at: moment(),
    quiet_hours: boolean().notNull().default(true),
    status: text().notNull().default('scheduled'),
    held: text(),
    stopped_at: moment(),
    ended_at: moment(),
    /** When its next step was due: long after that a person has to confirm it. */
    due_at: moment(),
    /** Recipients and their devices are frozen since. */
    snapshot_at: moment(),
    recipient_count: integer().notNull().default(0),
    device_count: integer().notNull().default(0),
    retired_count: integer().notNull().default(0),
    sent_count: integer().notNull().default(0),
    /** Of them those whom the inbox alone reached. */
    inbox_count: integer().notNull().default(0),
    opened_count: integer().notNull().default(0),
  },
  (table) => [
    index().on(table.created_at, table.id),
    index().on(table.send_at, table.id),
    index('push_notifications_send_at_last').on(table.send_at.desc().nullsLast(), table.id.desc().nullsFirst()),
    check('push_notifications_status', sql`${table.status} in ('scheduled', 'sent', 'failed')`),
    check(
      'push_notifications_counts',
      sql`${table.opened_count} <= ${table.sent_count} and ${table.sent_count} <= ${table.recipient_count}`,
    ),
  ],
)

/** Phones with a member's app. A token belongs to the member who registered it last. */
export const memberDevices = pgTable(
  'member_devices',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    member_id: bigint()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** Of the push service. */
    token: text().notNull().unique(),
    platform: text().notNull(),
    created_at: moment().notNull().default(sql`now()`),
    /** Of the last registration. */
    seen_at: moment().notNull().default(sql`now()`),
    /** Signed out, or the push service says that the app is gone. */
    removed_at: moment(),
  },
  (table) => [index().on(table.member_id, table.id)],
)

/** One row per push and device, made before the first is sent. */
export const pushDeliveries = pgTable(
  'push_deliveries',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    push_id: bigint()
      .notNull()
      .references(() => pushNotifications.id, { onDelete: 'cascade' }),
    device_id: bigint()
      .notNull()
      .references(() => memberDevices.id, { onDelete: 'cascade' }),
    /** Owner of the device when sending began. */
    member_id: bigint().notNull(),
    state: text().notNull().default('queued'),
    /** Attempts without an answer. */
    attempts: integer().notNull().default(0),
    next_at: moment().notNull().default(sql`now()`),
    /** Why it failed. */
    reason: text(),
    sent_at: moment(),
    opened_at: moment(),
  },
  (table) => [
    uniqueIndex('push_deliveries_once').on(table.push_id, table.device_id),
    index('push_deliveries_queued').on(table.push_id, table.next_at, table.id).where(sql`${table.state} = 'queued'`),
    index().on(table.device_id),
    check('push_deliveries_state', sql`${table.state} in ('queued', 'sent', 'failed', 'retired', 'stopped')`),
    check('push_deliveries_opened', sql`${table.opened_at} is null or ${table.state} = 'sent'`),
  ],
)
