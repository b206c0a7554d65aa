import type { Db } from '#server/db/database.ts'
import { botSettings } from '#server/db/tables/questions.ts'
import type { Platform } from '#server/platform/core/context.ts'

export type BotSettings = Omit<typeof botSettings.$inferSelect, 'id' | 'ref' | 'version' | `${'created' | 'updated'}_${'at' | 'by'}`>

/** Author of automatic rows. */
const system = 'Lapangan'

/** Returns current settings. The first reader, at start of the API, creates the row. */
export async function readBotSettings(db: Db): Promise<BotSettings> {
  const [found] = await db.select().from(botSettings).limit(1)
  if (found) return found
  const [made] = await db.insert(botSettings).values({ id: 1, created_by: system, updated_by: system }).onConflictDoNothing().returning()
  return made ?? readBotSettings(db)
}

export async function startBot({ database }: Platform): Promise<void> {
  await readBotSettings(database.db)
}
