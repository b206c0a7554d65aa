import type { Area } from '#server/platform/core/area.ts'
import { startDeliveries } from './channel/deliver.ts'
import { startIdle } from './channel/idle.ts'
import { startTemplates } from './channel/template-cache.ts'
import { mountWebhook } from './channel/webhook.ts'
import { mountChat } from './mount.ts'
import { startCredentials } from './rooms/credentials.ts'
import { chatCounts } from './rooms/quick-counts.ts'
import { mountSimulator } from './simulator-api.ts'

/** Rooms, messages and the channel. */
export const inboxArea: Area = {
  mount(app, platform) {
    mountChat(app, platform)
    mountWebhook(app, platform)
    mountSimulator(app, platform)
  },
  starts: [startCredentials, startTemplates, startDeliveries, startIdle],
  counter: chatCounts,
}
