import type { Database } from '#server/db/database.ts'
import { channels } from './channels.ts'
import { free } from './claim.ts'

/** Makes the jobs of dead processes wait again. `all`: those of every process but this one, which has just begun. */
export async function freeDead(database: Database, all = false): Promise<void> {
  await database.transaction(async (tx) => {
    for (const id of await free(tx, all)) await database.notify(tx, channels.changed, String(id))
  })
}
