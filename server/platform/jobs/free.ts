import type { Database } from '#server/db/database.ts'
import { channels } from './channels.ts'
import { free } from './claim.ts'

/** Frees jobs of dead processes. `all`: of every process but this new one. */
export async function freeDead(database: Database, all = false): Promise<void> {
  await database.transaction(async (tx) => {
    for (const id of await free(tx, all)) await database.notify(tx, channels.changed, String(id))
  })
}
