/** Invalidates totals of both lists of chats, in the changing transaction. */
import { tanyaSaham } from '#contract/sections/stock/tanya-saham.ts'
import { tanyaSahamAlgo } from '#contract/sections/stock/tanya-saham-algo.ts'
import { totalsOf } from '#server/crud/query/totals.ts'
import type { Db } from '#server/db/database.ts'
import type { Platform } from '#server/platform/core/context.ts'

export async function chatsChanged({ database }: Platform, db: Db): Promise<void> {
  await totalsOf(database).changed(db, [tanyaSaham.name, tanyaSahamAlgo.name])
}
