import type { Hono } from 'hono'
import { questionReply } from '#contract/sections/stock/tanya-saham.ts'
import type { Area } from '#server/platform/core/area.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { mount } from '#server/platform/http/mount.ts'
import { alertJob } from './alert.ts'
import { answerJob } from './algo.ts'
import { conversationJob } from './conversation.ts'
import { reply } from './reply.ts'

/** Mounts what is beside the sections of chats about a stock. */
function mountQuestions(app: Hono, platform: Platform): void {
  mount(app, platform, questionReply, (request) => reply(platform, request))
}

/** Chats of members about a stock. */
export const questionsArea: Area = { mount: mountQuestions, jobs: () => [answerJob, alertJob, conversationJob] }
