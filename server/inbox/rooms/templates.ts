/** Templates of a number, from its channel. */
import { eq } from 'drizzle-orm'
import { findObstacle, type Template } from '#contract/chat/template.ts'
import { type Channel, channels } from '#contract/sections/other/whatsapp-number.ts'
import type { Db } from '#server/db/database.ts'
import { whatsappNumbers } from '#server/db/tables/chat.ts'
import { ApiError } from '#server/platform/core/problem.ts'

export type WhatsappNumber = typeof whatsappNumbers.$inferSelect

export interface CachedTemplates {
  list: readonly Template[]
  /** False if the provider was unreachable since: there may be others. */
  isCurrent: boolean
}

export type Wanted = (template: Template) => boolean

export interface TemplateSource {
  /** Refreshes a cache that is old or lacks the template. May be slow: not inside a transaction. */
  read(number: WhatsappNumber, wanted?: Wanted): Promise<void>
  /** Returns the last result; null if none ever succeeded. */
  cached(number: WhatsappNumber): CachedTemplates | null
  /** The list is asked for again before it is used. */
  forget(number: number): void
}

const sources = new Map<Channel, TemplateSource>()

/** Registers a channel's source of templates. */
export function offerTemplates(channel: Channel, source: TemplateSource): void {
  sources.set(channel, source)
}

/** Of a number, by id: the provider said that its list is another one. */
export function forgetTemplates(number: number): void {
  for (const source of sources.values()) source.forget(number)
}

function sourceOf(number: WhatsappNumber): TemplateSource | undefined {
  const channel = channels.find((one) => one === number.channel)
  return channel && sources.get(channel)
}

const notRead = () => new ApiError('unavailable', undefined, { retryAfter: 15 })

/** To be called before `cachedTemplate`'s transaction. */
export async function readTemplates(number: WhatsappNumber, wanted?: Wanted): Promise<void> {
  await sourceOf(number)?.read(number, wanted)
}

/** Returns the first matching template; null for none. Throws 503 if unknown, because the provider was unreachable. */
export function cachedTemplate(number: WhatsappNumber, wanted: Wanted): Template | null {
  const source = sourceOf(number)
  const cached = source ? source.cached(number) : { list: [], isCurrent: true }
  const found = cached?.list.find((template) => wanted(template) && !findObstacle(template)) ?? cached?.list.find(wanted)
  if (!found && !cached?.isCurrent) throw notRead()
  return found ?? null
}

/** Those of every state of one number, or of every active one, each name and language once. Throws 503 where those of the one cannot be read. */
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
