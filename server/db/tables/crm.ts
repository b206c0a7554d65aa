/** Campaigns and leads: in one file, because they refer to each other, and areas never import each other. */
import { sql } from 'drizzle-orm'
import { type AnyPgColumn, bigserial, date, index, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { StoredFile } from '#contract/kit/field/field.ts'
import { bigint, json, moment, text } from './columns.ts'
import { people } from './identities.ts'
import { users } from './people.ts'
import { record } from './record.ts'

export interface CampaignSales {
  ref?: string
  sales_id: number
}

export const campaigns = pgTable(
  'campaigns',
  {
    ...record,
    name: text().notNull(),
    channel: text().notNull(),
    status: text().notNull(),
    start: date({ mode: 'string' }).notNull(),
    end: date({ mode: 'string' }),
    budget: bigint(),
    sales: json<CampaignSales[]>().notNull().default([]),
    utm_source: text(),
    utm_medium: text(),
    utm_campaign: text(),
    landing_page: bigint().references((): AnyPgColumn => landingPages.id, { onDelete: 'no action' }),
  },
  (table) => [index().on(table.name, table.id), index().on(table.start, table.id)],
)

export const landingPages = pgTable(
  'landing_pages',
  {
    ...record,
    title: text().notNull(),
    slug: text(),
    status: text().notNull().default('draft'),
    language: text().notNull().default('id'),
    campaign: bigint().references((): AnyPgColumn => campaigns.id, { onDelete: 'no action' }),
    sections: json<never[]>().notNull().default([]),
    form_fields: json<string[]>().notNull().default([]),
    pixel_id: text(),
  },
  (table) => [
    uniqueIndex('landing_pages_slug').on(table.slug),
    index().on(table.created_at, table.id),
    index().on(table.updated_at, table.id),
    index().on(table.title, table.id),
    index().on(table.campaign, table.created_at, table.id),
  ],
)

export interface LeadSource {
  ref?: string
  campaign_id?: number | null
  campaign_name: string | null
  source?: string | null
  at?: string | null
  page?: string | null
  utm_source?: string | null
  utm_medium?: string | null
  utm_campaign?: string | null
  ad?: string | null
  link?: string | null
}

/**
 * Null sales is 'Unassigned', 0 on the wire. Names of campaigns and salespeople are copied for lists, sorting and sync; a rename updates
 * them (server/leads/renamed.ts).
 */
export const leads = pgTable(
  'leads',
  {
    ...record,
    name: text().notNull(),
    phone: text().notNull(),
    email: text(),
    city: text(),
    status: text().notNull(),
    campaign_id: bigint().references(() => campaigns.id, { onDelete: 'no action' }),
    campaign_name: text(),
    lead_sources: json<LeadSource[]>().notNull().default([]),
    sales: bigint().references(() => users.id, { onDelete: 'no action' }),
    sales_name: text(),
    tags: json<string[]>().notNull().default([]),
    notes: text(),
    /** Of the house (docs/product/identity.md#people); null where nothing names one. Never on the wire. */
    person_id: bigint().references((): AnyPgColumn => people.id, { onDelete: 'set null' }),
    last_follow_up: moment(),
    next_follow_up: moment(),
    /** Searched fields in lowercase, for a single index. */
    search_text: text().notNull().default(''),
  },
  (table) => [
    index().on(table.created_at, table.id),
    index().on(table.updated_at, table.id),
    index().on(table.name, table.id),
    index().on(table.phone, table.id),
    index().on(table.person_id),
    index().on(table.next_follow_up, table.id),
    index('leads_next_follow_up_last').on(table.next_follow_up.desc().nullsLast(), table.id.desc().nullsFirst()),
    index().on(table.last_follow_up, table.id),
    index('leads_last_follow_up_last').on(table.last_follow_up.desc().nullsLast(), table.id.desc().nullsFirst()),
    index().on(table.status, table.created_at, table.id),
    index().on(table.sales, table.created_at, table.id),
    index().on(table.campaign_id, table.created_at, table.id),
    index('leads_tags').using('gin', table.tags.op('jsonb_path_ops')),
    index('leads_sources').using('gin', table.lead_sources.op('jsonb_path_ops')),
    index('leads_search').using('gin', table.search_text.op('gin_trgm_ops')),
  ],
)

/** Forms of landing pages that were filled in, each by its name, once. */
export const landingEntries = pgTable(
  'landing_entries',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    ref: uuid().notNull().unique(),
    page: bigint()
      .notNull()
      .references(() => landingPages.id, { onDelete: 'cascade' }),
    lead: bigint()
      .notNull()
      .references(() => leads.id, { onDelete: 'cascade' }),
    created_at: moment().notNull().default(sql`now()`),
  },
  (table) => [index().on(table.page, table.lead, table.created_at), index().on(table.lead)],
)

/** Won leads with their time and salesperson; null once deleted, for whom no reward counts. */
export const leadClosings = pgTable(
  'lead_closings',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    lead_id: bigint()
      .notNull()
      .references(() => leads.id, { onDelete: 'cascade' }),
    sales: bigint().references(() => users.id, { onDelete: 'set null' }),
    closed_at: moment().notNull().default(sql`now()`),
  },
  (table) => [index().on(table.sales, table.closed_at), index().on(table.lead_id)],
)

/** Content is in private files. Deleted with their lead. */
export const leadAttachments = pgTable(
  'lead_attachments',
  {
    ...record,
    lead: bigint()
      .notNull()
      .references(() => leads.id, { onDelete: 'cascade' }),
    file: json<StoredFile>().notNull(),
  },
  (table) => [index().on(table.lead, table.id)],
)
