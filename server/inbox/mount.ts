/** Mounts every call of the chat platform. */
import type { Hono } from 'hono'
import { setCustomerWriter } from '#server/people/customer-writer.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { mountErrorLogs } from './messages/error-logs.ts'
import { mountMessages } from './messages/messages.ts'
import { writeText } from './messages/send.ts'
import { mountNumbers } from './rooms/numbers.ts'
import { mountRooms } from './rooms/room-calls.ts'
import { mountShift } from './rooms/shift.ts'
import { mountEvents } from './sockets/events.ts'

export function mountChat(app: Hono, platform: Platform): void {
  mountEvents(app, platform)
  mountMessages(app, platform)
  mountRooms(app, platform)
  mountShift(app, platform)
  mountErrorLogs(app, platform)
  mountNumbers(app, platform)
  setCustomerWriter(writeText)
}
