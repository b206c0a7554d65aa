/** Messages to customers by lower layers: the chat registers its writer when it is mounted. */

import type { Platform } from '#server/platform/core/context.ts'
import type { CallRequest } from '#server/platform/http/mount.ts'

/** Writes to this phone in the request's transaction, in the room with the longest window. False if all windows are closed. */
export type CustomerWriter = (
  platform: Platform,
  request: Pick<CallRequest, 'db' | 'user'>,
  message: { phone: string; text: string },
) => Promise<boolean>

let writer: CustomerWriter = async () => false

export function setCustomerWriter(next: CustomerWriter): void {
  writer = next
}

export const writeToCustomer: CustomerWriter = (...args) => writer(...args)
