/** Actions of attachments. Those that need the network wait for it. */
import { ApiError } from '#console/data/api/api-error.ts'
import { postMessage } from '#console/data/base/messages.ts'
import type { OutboxRow } from '#console/data/outbox/row/types.ts'
import { discard, retry } from '#console/data/writes/actions.ts'
import { submit } from '#console/data/writes/submit.ts'
import { t } from '#console/i18n/i18n.ts'
import { compressWaiting } from '#console/kit/actions/compress-waiting.ts'
import { reasonOf } from '#console/kit/text/reason.ts'
import { attach, detach } from '#contract/sections/sales/lead-attachments.ts'
import type { Item } from './fold.ts'

const complain = async (error: unknown) => postMessage({ kind: 'error', text: await reasonOf(error) })

/** Queues a file for a lead, which may be unsynced. Returns whether it is stored on the device. */
export async function attachFile(lead: string, content: Blob, name: string, ref?: string): Promise<boolean> {
  const file = { name, size: content.size, type: content.type, content }
  try {
    await submit({ call: attach, params: { id: lead }, patch: { ...(ref && { ref }), file }, label: name })
    return true
  } catch (error) {
    await complain(error)
    return false
  }
}

async function removeStored(lead: string, item: Item): Promise<void> {
  await submit({ call: detach, params: { id: lead }, touches: [item.ref], patch: {}, label: item.name })
}

/** True when the upload was removed; false when the server has it, or may have it and is unreachable. */
async function takeOut(row: OutboxRow): Promise<boolean> {
  try {
    return (await discard(row.seq)) === 'ok'
  } catch (error) {
    // A parked upload would block its removal.
    if (error instanceof ApiError && error.offline && row.state !== 'parked') return false
    throw error
  }
}

/** Queues the removal of a stored item; a waiting one leaves the outbox, or is removed after it. */
export async function removeItem(lead: string, item: Item): Promise<void> {
  try {
    if (item.row?.action === 'remove') return
    if (!item.row || !(await takeOut(item.row))) await removeStored(lead, item)
  } catch (error) {
    await complain(error)
  }
}

/** Cancels a waiting removal. */
export async function keepItem(row: OutboxRow): Promise<void> {
  try {
    if ((await discard(row.seq)) === 'sent') postMessage({ kind: 'info', text: t('attachments.wasRemoved') })
  } catch (error) {
    await complain(error)
  }
}

export async function sendAgain(row: OutboxRow): Promise<void> {
  await retry(row.seq)
}

/** Replaces a picture that the server refused as too large by a smaller one. */
export async function compressItem(row: OutboxRow): Promise<void> {
  try {
    if (!(await compressWaiting(row))) postMessage({ kind: 'error', text: t('outbox.notSmaller') })
  } catch (error) {
    await complain(error)
  }
}
