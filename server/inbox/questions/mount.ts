/** Mounts what is beside the sections of chats about a stock. */
import type { Hono } from 'hono'
import { questionReply } from '#contract/sections/stock/tanya-saham.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { mount } from '#server/platform/http/mount.ts'
import { reply } from './reply.ts'

export function mountQuestions(app: Hono, platform: Platform): void {
  mount(app, platform, questionReply, (request) => reply(platform, request))
}
