/** Makes a lead of a filled-in form, or adds to the one with that phone (docs/product/landing-pages.md#leads). */
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { toText } from '#contract/kit/field/guards.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { leads as leadSection } from '#contract/sections/sales/leads.ts'
import { selectRows } from '#server/crud/query/rows.ts'
import { searchText } from '#server/crud/query/search-text.ts'
import { type Shape, targetOf } from '#server/crud/query/shape.ts'
import { changeBecause, createRow } from '#server/crud/write/write.ts'
import type { Db } from '#server/db/database.ts'
import { campaigns, type LeadSource, landingEntries, leads } from '#server/db/tables/crm.ts'
import { type CurrentUser, guest, type Platform } from '#server/platform/core/context.ts'
import { alertLead } from '#server/push/alert.ts'
import { nextSales } from './campaign-sales.ts'
import type { Person, Utm } from './entry.ts'
import type { StoredPage } from './page.ts'

export interface Entry extends Person {
  /** Of the form: that of a new lead. */
  ref: string
  utm: Utm
  address: string
}

/** Actor in histories of leads that nobody of the office made. */
const system: CurrentUser = { ...guest, name: 'Lapangan', permissions: new Set(['get crm', 'get event', 'update assign-sales'] as const) }

/** Sources that a lead keeps: its first, and the latest. */
const maxSources = 20
const maxNotes = 5_000

function leadShape(): Shape {
  const shape = targetOf('leads')
  if (!shape) throw new Error('leads are not served')
  return shape
}

/** Whether the form was taken, or the same phone filled in this page within ten minutes. */
async function isRepeat(db: Db, page: number, { ref, phone }: Entry): Promise<boolean> {
  if ((await db.$count(landingEntries, eq(landingEntries.ref, ref))) > 0) return true
  const [recent] = await db
    .select({ id: landingEntries.id })
    .from(landingEntries)
    .innerJoin(leads, eq(leads.id, landingEntries.lead))
    .where(
      and(eq(landingEntries.page, page), eq(leads.phone, phone), gt(landingEntries.created_at, sql`now() - make_interval(mins => 10)`)),
    )
    .limit(1)
  return recent !== undefined
}

/** The page's address says more than its campaign. */
async function sourceOf(db: Db, { campaign, title }: StoredPage, { utm }: Entry): Promise<LeadSource> {
  const [from] = campaign === null ? [] : await db.select().from(campaigns).where(eq(campaigns.id, campaign))
  const of = (name: keyof Utm) => utm[name] ?? from?.[name] ?? null
  return {
    ref: uuidv7(),
    ...(from && { campaign_id: from.id }),
    campaign_name: from?.name ?? null,
    source: of('utm_source') ?? title.slice(0, 80),
    at: new Date().toISOString(),
    page: title,
    ...{ utm_source: of('utm_source'), utm_medium: of('utm_medium'), utm_campaign: of('utm_campaign') },
  }
}

/** Keeps status, salesperson, campaign and what people wrote; a message follows their notes. */
async function addToLead(platform: Platform, db: Db, id: number, source: LeadSource, { notes }: Entry): Promise<void> {
  const shape = leadShape()
  const [row] = await selectRows(db, shape, { where: eq(leads.id, id), lock: 'no key update' })
  if (!row) return
  const known = Array.isArray(row.lead_sources) ? row.lead_sources : []
  const sources = known.length < maxSources ? known : known.filter((_, at) => at !== 1)
  const added = [toText(row.notes), notes].filter(Boolean).join('\n\n')
  const values = { ...row, ...(notes && added.length <= maxNotes && { notes: added }) }
  await changeBecause(shape, { platform, db, user: system, mutation: null }, id, {
    lead_sources: [...sources, source],
    notes: values.notes ?? null,
    search_text: searchText(leadSection, values),
  })
}

async function makeLead(platform: Platform, db: Db, page: StoredPage, source: LeadSource, entry: Entry): Promise<number> {
  const { name, phone, email, city, notes, ref, address } = entry
  const sales = page.campaign === null ? null : await nextSales(db, system, page.campaign)
  const { campaign_name: _, ...own } = source
  const body = { name, phone, email, city, notes, status: 'new', campaign_id: page.campaign, lead_sources: [own], sales: sales ?? 0 }
  const made = await createRow(platform, leadShape(), {
    ...{ db, user: system, address, mutation: null, ref, body },
    after: platform.background.run,
  })
  return Number(made.id)
}

/** In a transaction: returns the lead; null for a repeat, which changes nothing. */
function storeEntry(platform: Platform, page: StoredPage, entry: Entry): Promise<number | null> {
  return platform.database.transaction(async (tx) => {
    // Two forms of one phone come one after the other.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`lead of phone ${entry.phone}`}, 0))`)
    if (await isRepeat(tx, page.id, entry)) return null
    const source = await sourceOf(tx, page, entry)
    const [known] = await tx.select({ id: leads.id }).from(leads).where(eq(leads.phone, entry.phone)).orderBy(asc(leads.id)).limit(1)
    if (known) await addToLead(platform, tx, known.id, source, entry)
    const lead = known?.id ?? (await makeLead(platform, tx, page, source, entry))
    await tx.insert(landingEntries).values({ ref: entry.ref, page: page.id, lead })
    return lead
  })
}

async function alertOf(platform: Platform, { title }: StoredPage, { ref }: Entry, id: number): Promise<void> {
  const [lead] = await platform.database.db.select().from(leads).where(eq(leads.id, id))
  if (lead) await alertLead(platform, { lead: lead.ref, form: ref, title: lead.name, text: title, sales: lead.sales ?? 0 })
}

/** A repeat changes nothing, and alerts nobody. */
export async function takeEntry(platform: Platform, page: StoredPage, entry: Entry): Promise<void> {
  const lead = await storeEntry(platform, page, entry)
  if (lead !== null) platform.background.run(() => alertOf(platform, page, entry, lead))
}
