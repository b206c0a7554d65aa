/** WhatsApp numbers: regular, but credentials are write-only (contract/sections/other/whatsapp-number.ts). */

import { and, type SQL } from 'drizzle-orm'
import type { Hono } from 'hono'
import { toText } from '#contract/kit/field/guards.ts'
import { ownNumbers, whatsappNumber } from '#contract/sections/other/whatsapp-number.ts'
import { readPage } from '#server/crud/query/plain-list.ts'
import type { Change, Effect } from '#server/crud/rules.ts'
import { serve } from '#server/crud/serve.ts'
import { whatsappNumbers } from '#server/db/tables/chat.ts'
import { renameNumber } from '#server/people/room-names.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { type CallRequest, mount } from '#server/platform/http/mount.ts'
import { credentialNames } from './credentials.ts'
import { ownNumber } from './start-room.ts'

/** An absent secret is kept; a number without Cloud API has none. */
function prepare({ platform, input, values }: Change): void {
  for (const name of credentialNames) {
    const given = input[name]
    if (input.channel !== 'cloud') values[name] = null
    else if (typeof given === 'string') values[name] = platform.secretBox.seal(given)
  }
}

async function follow(effects: readonly Effect[]): Promise<void> {
  for (const { platform, db, before, after } of effects)
    if (before && after && before.name !== after.name) await renameNumber(platform.database, db, after.id, toText(after.name))
}

export const numbersApi = serve(whatsappNumber, whatsappNumbers, { prepare, afterChange: follow })

function listOwn({ db, user, list }: CallRequest) {
  const { id, name, phone, type } = whatsappNumbers
  const columns = { id, name, phone, type }
  const select = (where: SQL | undefined) =>
    db
      .select(columns)
      .from(whatsappNumbers)
      .where(and(ownNumber(user), where))
      .$dynamic()
  return readPage(db, list, ownNumbers, { columns, search: ['name', 'phone'], sort: 'name asc' }, select)
}

/** The fixed path precedes the section's `{id}`: its area comes first. */
export function mountNumbers(app: Hono, platform: Platform): void {
  mount(app, platform, ownNumbers, listOwn)
}
