/** How the bot speaks: one row (server/bot/settings.ts). */
import { boolean, doublePrecision, pgTable } from 'drizzle-orm/pg-core'
import { text } from './columns.ts'
import { record } from './record.ts'

export const botSettings = pgTable('bot_settings', {
  ...record,
  name: text().notNull().default('Coach'),
  is_active: boolean().notNull().default(true),
  tone: text().notNull().default('ramah dan ringkas'),
  temperature: doublePrecision().notNull().default(0.2),
  greeting: text(),
  fallback: text()
    .notNull()
    .default('Maaf, saya belum menemukan jawabannya. Pertanyaan Anda kami teruskan ke tim kami; jawabannya akan datang di sini.'),
  instructions: text(),
})
