import type { Hono } from 'hono'
import { setCustomerWriter } from '#server/people/customer-writer.ts'
import type { Area } from '#server/platform/core/area.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { startAudience } from '#server/push/audience.ts'
import { mountBroadcasts } from './broadcasts/calls.ts'
import { broadcastJob } from './broadcasts/send-broadcast.ts'
import { startDeliveries } from './channel/deliver.ts'
import { mountVersion, startVersion } from './channel/graph-version.ts'
import { startIdle } from './channel/idle.ts'
import { mountKeptItems, readKeptJob } from './channel/kept.ts'
import { numberQualityJob } from './channel/number-quality.ts'
import { mountStates, stateCounts } from './channel/states.ts'
import { startTemplates } from './channel/template-cache.ts'
import { mountWebhook } from './channel/webhook.ts'
import { stateAlertJob } from './inbound/alert-state.ts'
import { mountMessages } from './messages/messages.ts'
import { reactionJob } from './messages/react.ts'
import { writeText } from './messages/send.ts'
import { startCredentials } from './rooms/credentials.ts'
import { broadcastAlertJob } from './rooms/hold-broadcasts.ts'
import { mountNumbers } from './rooms/numbers.ts'
import { chatCounts } from './rooms/quick-counts.ts'
import { mountRooms } from './rooms/room-calls.ts'
import { mountShift } from './rooms/shift.ts'
import { mountSimulator } from './simulator-api.ts'
import { mountEvents } from './sockets/events.ts'
import { mountWho } from './who/by-hand.ts'

/** Mounts every call of the chat platform. */
function mountChat(app: Hono, platform: Platform): void {
  mountEvents(app, platform)
  // Before rooms, whose paths take any name.
  mountBroadcasts(app, platform)
  mountMessages(app, platform)
  mountWho(app, platform)
  mountRooms(app, platform)
  mountShift(app, platform)
  mountKeptItems(app, platform)
  mountStates(app, platform)
  mountNumbers(app, platform)
  mountVersion(app, platform)
  setCustomerWriter(writeText)
}

/** Rooms, messages and the channel. */
export const inboxArea: Area = {
  mount(app, platform) {
    mountChat(app, platform)
    mountWebhook(app, platform)
    mountSimulator(app, platform)
  },
  jobs: () => [reactionJob, stateAlertJob, broadcastJob, broadcastAlertJob, readKeptJob, numberQualityJob],
  schedules: () => [{ name: 'number-quality', kind: numberQualityJob, every: 900 }],
  starts: [startAudience, startVersion, startCredentials, startTemplates, startDeliveries, startIdle],
  counter: async (...asked) => [...(await chatCounts(...asked)), ...(await stateCounts(...asked))],
}
