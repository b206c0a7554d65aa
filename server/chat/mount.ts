/** Mounts every call of the chat platform. */
import type { Hono } from 'hono'
import { setCustomerWriter } from '#server/crud/customer-writer.ts'
import type { Platform } from '#server/platform/context.ts'
import { mountErrorLogs } from './error-logs.ts'
import { mountEvents } from './events.ts'
import { mountMessages } from './messages.ts'
import { mountNumbers } from './numbers.ts'
import { mountRooms } from './room-calls.ts'
import { writeText } from './send.ts'
import { mountShift } from './shift.ts'

export function mountChat(app: Hono, platform: Platform): void {
  mountEvents(app, platform)
  mountMessages(app, platform)
  mountRooms(app, platform)
  mountShift(app, platform)
  mountErrorLogs(app, platform)
  mountNumbers(app, platform)
  setCustomerWriter(writeText)
}
