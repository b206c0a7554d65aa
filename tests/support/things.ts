/** A section with a field of every kind that has a cell, on a test's table. */
import { sql } from 'drizzle-orm'
import { boolean, date as day, pgTable } from 'drizzle-orm/pg-core'
import {
  choice,
  choices,
  date,
  dateTime,
  digits,
  email,
  flag,
  money,
  month,
  number,
  phone,
  reference,
  references,
  rows,
  tags,
  text,
  textarea,
} from '#contract/kit/field/field.ts'
import { section } from '#contract/kit/section/section.ts'
import { unregisterSections } from '#server/crud/query/shape.ts'
import { serve } from '#server/crud/serve.ts'
import type { Db } from '#server/db/database.ts'
import { bigint, text as column, json, moment } from '#server/db/tables/columns.ts'
import { record } from '#server/db/tables/record.ts'

export const thing = section('thing', {
  path: '/test/in/v1/things',
  permission: 'content',
  title: 'name',
  fields: {
    code: text({ required: true, max: 20 }),
    name: text({ required: true, max: 120 }),
    notes: textarea({ max: 2_000 }),
    contact: email({ max: 160 }),
    phone: phone(),
    account: digits({ min: 5, max: 20 }),
    price: money(),
    weight: number(),
    starts: date(),
    at: dateTime(),
    period: month(),
    is_active: flag({ initial: true }),
    kind: choice(['small', 'large'], { initial: 'small' }),
    days: choices(['mon', 'tue', 'wed']),
    labels: tags({ max: 10 }),
    campaign_id: reference({ to: 'campaign' }),
    campaigns: references({ to: 'campaign', max: 10 }),
    parts: rows({ name: text() }),
    seen: number({ readOnly: true }),
  },
  list: {
    columns: ['code', 'name', 'price', '-notes'],
    search: ['code', 'name'],
    filters: ['is_active', 'kind'],
    sort: 'code asc',
  },
  audit: false,
  export: { path: '/export' },
  import: { path: '/import', key: 'code' },
})

export const things = pgTable('things', {
  ...record,
  code: column().notNull(),
  name: column().notNull(),
  notes: column(),
  contact: column(),
  phone: column(),
  account: column(),
  price: bigint(),
  weight: bigint(),
  starts: day({ mode: 'string' }),
  at: moment(),
  period: column(),
  is_active: boolean().notNull().default(true),
  kind: column().notNull().default('small'),
  days: json<string[]>().notNull().default([]),
  labels: json<string[]>().notNull().default([]),
  campaign_id: bigint(),
  campaigns: json<number[]>().notNull().default([]),
  parts: json<never[]>().notNull().default([]),
  seen: bigint(),
})

export const thingApi = serve(thing, things)

export async function makeThings(db: Db): Promise<void> {
  await db.execute(sql`create table things (
    id bigserial primary key, ref uuid not null unique, version integer not null default 1,
    created_at timestamptz(3) not null default now(), created_by text, updated_at timestamptz(3) not null default now(), updated_by text,
    code text collate "C" not null, name text collate "C" not null, notes text, contact text, phone text, account text, price bigint, weight bigint,
    starts date, at timestamptz(3), period text, is_active boolean not null default true, kind text not null default 'small',
    days jsonb not null default '[]', labels jsonb not null default '[]', campaign_id bigint, campaigns jsonb not null default '[]',
    parts jsonb not null default '[]', seen bigint)`)
}

// Other tests' databases lack its table, so deletes must not look there.
unregisterSections(thing.name)
