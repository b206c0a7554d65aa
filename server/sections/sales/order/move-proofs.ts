/** Moves payment proofs from public to private files, once, before the first request. */
import { inArray, sql } from 'drizzle-orm'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { orders } from '#server/db/tables/commerce.ts'
import { mutations } from '#server/db/tables/platform.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { sha256Of } from '#server/platform/files/files.ts'
import { namedFiles } from '#server/platform/files/named-files.ts'

const atOnce = 50

const isPublic = sql`${orders.proof}::text like '%"/files/%'`

/** Stored responses name the files, too, which would keep them. */
async function rewriteResponses({ database }: Platform): Promise<void> {
  const { body } = mutations
  const address = sql`'"' || ${`${transaction.path}/`}::text || (${body} #>> '{data,ref}') || '/proofs/'`
  await database.db
    .update(mutations)
    .set({ body: sql`jsonb_set(${body}, '{data,proof}', replace((${body} #> '{data,proof}')::text, '"/files/', ${address})::jsonb)` })
    .where(sql`(${body} #> '{data,proof}')::text like '%"/files/%' and ${body} #> '{data,order_number}' is not null`)
}

/** Copies files of some orders and updates them. Returns the hashes. */
async function moveSome({ database, files, privateFiles }: Platform): Promise<string[]> {
  const rows = await database.db.select({ id: orders.id, proof: orders.proof }).from(orders).where(isPublic).limit(atOnce)
  const moved: string[] = []
  for (const { url, name, size, type } of rows.flatMap(({ proof }) => proof)) {
    const sha256 = sha256Of(url) ?? ''
    const found = await files.read(sha256, name)
    if (found) await privateFiles.store({ sha256, name, size, type, content: found.content })
    moved.push(sha256)
  }
  const ids = rows.map(({ id }) => id)
  if (ids.length)
    await database.db
      .update(orders)
      .set({ proof: sql`replace(${orders.proof}::text, '"/files/', '"/kept-files/')::jsonb` })
      .where(inArray(orders.id, ids))
  return moved
}

export async function moveProofs(platform: Platform): Promise<void> {
  const { database, files, log } = platform
  if (!(await database.db.$count(orders, isPublic))) return
  await rewriteResponses(platform)
  const moved = new Set<string>()
  for (let some = await moveSome(platform); some.length; some = await moveSome(platform)) for (const sha256 of some) moved.add(sha256)
  // A file used elsewhere, too, stays.
  const named = await namedFiles(database.db, '/files')
  const soon = new Date(Date.now() + 60_000)
  for (const sha256 of moved) if (!named.has(sha256)) await files.remove(sha256, soon).catch(() => undefined)
  log.info({ moved: moved.size }, 'proofs of payment were made private')
}
