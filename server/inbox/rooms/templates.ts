/** Templates of a number, from whichever channel it writes through. */
import { eq } from 'drizzle-orm'
import { type Channel, channels } from '#contract/sections/other/whatsapp-number.ts'
import type { Db } from '#server/db/database.ts'
import { whatsappNumbers } from '#server/db/tables/chat.ts'
import { ApiError } from '#server/platform/core/problem.ts'

export type WhatsappNumber = typeof whatsappNumbers.$inferSelect

export interface Template {
  name: string
  language: string
  /** With `{{1}}`, `{{2}}` … where values go. */
  body: string
  places: number
}

export interface CachedTemplates {
  list: readonly Template[]
  /** False where the provider could not be asked since: there may be others by now. */
  isCurrent: boolean
}

export type Wanted = (template: Template) => boolean

export interface TemplateSource {
  /** Asks the provider when the cache is old or lacks what is wanted. It may take long: never call it in a transaction. */
  read(number: WhatsappNumber, wanted?: Wanted): Promise<void>
  /** What the last reading left; null where none ever succeeded. */
  cached(number: WhatsappNumber): CachedTemplates | null
}

const sources = new Map<Channel, TemplateSource>()

/** A channel says where its templates come from. */
export function offerTemplates(channel: Channel, source: TemplateSource): void {
  sources.set(channel, source)
}

function sourceOf(number: WhatsappNumber): TemplateSource | undefined {
  const channel = channels.find((one) => one === number.channel)
  return channel && sources.get(channel)
}

const notRead = () => new ApiError('unavailable', undefined, { retryAfter: 15 })

/** Before the transaction that `heldTemplate` is asked in. */
export async function readTemplates(number: WhatsappNumber, wanted?: Wanted): Promise<void> {
  await sourceOf(number)?.read(number, wanted)
}

/** The first one that is wanted; null where there is none. Throws 503 where nobody can tell, as the provider was not reached. */
export function cachedTemplate(number: WhatsappNumber, wanted: Wanted): Template | null {
  const source = sourceOf(number)
  const cached = source ? source.cached(number) : { list: [], isCurrent: true }
  const found = cached?.list.find(wanted)
  if (!found && !cached?.isCurrent) throw notRead()
  return found ?? null
}

/** Those of one number, or of every active one, each name and language once. Throws 503 where those of the one cannot be read. */
export async function listTemplates(db: Db, number: number | null): Promise<Template[]> {
  const chosen = number === null ? eq(whatsappNumbers.is_active, true) : eq(whatsappNumbers.id, number)
  const numbers = await db.select().from(whatsappNumbers).where(chosen)
  await Promise.all(numbers.map((one) => readTemplates(one)))
  const found = new Map<string, Template>()
  for (const one of numbers) {
    const cached = sourceOf(one)?.cached(one)
    if (cached === null && number !== null) throw notRead()
    for (const template of cached?.list ?? []) found.set(`${template.name} ${template.language}`, template)
  }
  return [...found.values()]
}

/** The words a customer gets. */
export function filledIn(template: Template, values: readonly string[]): string {
  return template.body.replace(/\{\{(\d+)\}\}/g, (place, at: string) => values[Number(at) - 1] ?? place)
}
