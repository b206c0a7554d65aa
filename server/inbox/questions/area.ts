import type { Area } from '#server/platform/core/area.ts'
import { alertJob } from './alert.ts'
import { answerJob } from './algo.ts'
import { conversationJob } from './conversation.ts'
import { mountQuestions } from './mount.ts'

/** Chats of members about a stock. */
export const questionsArea: Area = { mount: mountQuestions, jobs: () => [answerJob, alertJob, conversationJob] }
