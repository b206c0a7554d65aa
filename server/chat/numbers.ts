/** WhatsApp numbers: regular on the wire; credentials are written and never answered (contract/sections/other/whatsapp-number.ts). */
import { and, asc, count } from 'drizzle-orm'
import type { Hono } from 'hono'
import { page } from '#contract/kit/paging.ts'
import { ownNumbers, whatsappNumber, whatsappNumberTypes } from '#contract/sections/other/whatsapp-number.ts'
import { renameNumber } from '#server/crud/room-names.ts'
import type { Change, Effect } from '#server/crud/rules.ts'
import { serve } from '#server/crud/serve.ts'
import { whatsappNumbers } from '#server/db/chat.ts'
import type { Platform } from '#server/platform/context.ts'
import { type CallRequest, mount } from '#server/platform/mount.ts'
import { credentialNames } from './credentials.ts'
import { ownNumber } from './start-room.ts'

/** A secret that is not sent stays as it is; a number without the Cloud API has none. */
function prepare({ platform, input, values }: Change): void {
  for (const name of credentialNames) {
    const given = input[name]
    if (input.channel !== 'cloud') values[name] = null
    else if (typeof given === 'string') values[name] = platform.secretBox.seal(given)
  }
}

async function follow(effects: readonly Effect[]): Promise<void> {
  for (const { platform, db, before, after } of effects)
    if (before && after && before.name !== after.name) await renameNumber(platform.database, db, after.id, String(after.name))
}

export const numbersApi = serve(whatsappNumber, whatsappNumbers, { prepare, afterChange: follow })

async function listOwn({ db, user, list }: CallRequest) {
  const where = and(ownNumber(user))
  const [total] = await db.select({ total: count() }).from(whatsappNumbers).where(where)
  const { id, name, phone, type } = whatsappNumbers
  const found = await db
    .select({ id, name, phone, type })
    .from(whatsappNumbers)
    .where(where)
    .orderBy(asc(name), asc(id))
    .limit(list.size)
    .offset((list.page - 1) * list.size)
  const rows = found.map((row) => ({ ...row, type: whatsappNumberTypes.find((one) => one === row.type) ?? 'sales' }))
  return page(rows, list.page, list.size, total?.total ?? 0)
}

/** The fixed path stands before the section's own `{id}`. */
export function mountNumbers(app: Hono, platform: Platform): void {
  mount(app, platform, ownNumbers, listOwn)
  numbersApi.mount(app, platform)
}
