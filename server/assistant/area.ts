import type { Area } from '#server/platform/core/area.ts'
import { startBot } from './bot/settings.ts'
import { parseJob, startKnowledge } from './knowledge/job.ts'

/** The bot, and the documents that it knows. */
export const assistantArea: Area = { starts: [startBot, startKnowledge], jobs: () => [parseJob] }
