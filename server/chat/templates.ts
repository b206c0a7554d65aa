/** Templates of a number, from whichever channel it writes through. */
import { eq } from 'drizzle-orm'
import { type Channel, channels } from '#contract/sections/whatsapp-number.ts'
import { whatsappNumbers } from '#server/db/chat.ts'
import type { Db } from '#server/db/database.ts'

export type WhatsappNumber = typeof whatsappNumbers.$inferSelect

export interface Template {
  name: string
  language: string
  /** With `{{1}}`, `{{2}}` … where values go. */
  body: string
  places: number
}

/** Asked inside transactions, so it answers from what it holds or asks the provider, and never the database. */
export type TemplateSource = (number: WhatsappNumber) => Promise<readonly Template[]>

const sources = new Map<Channel, TemplateSource>()

/** A channel says where its templates come from. */
export function offerTemplates(channel: Channel, source: TemplateSource): void {
  sources.set(channel, source)
}

export async function templatesOf(number: WhatsappNumber): Promise<readonly Template[]> {
  const channel = channels.find((one) => one === number.channel)
  return (channel && (await sources.get(channel)?.(number))) ?? []
}

/** Those of one number, or of every active one, each name and language once. */
export async function listTemplates(db: Db, number: number | null): Promise<Template[]> {
  const chosen = number === null ? eq(whatsappNumbers.is_active, true) : eq(whatsappNumbers.id, number)
  const found = new Map<string, Template>()
  for (const one of await db.select().from(whatsappNumbers).where(chosen))
    for (const template of await templatesOf(one)) found.set(`${template.name} ${template.language}`, template)
  return [...found.values()]
}

/** The words a customer gets. */
export function filledIn(template: Template, values: readonly string[]): string {
  return template.body.replace(/\{\{(\d+)\}\}/g, (place, at: string) => values[Number(at) - 1] ?? place)
}
