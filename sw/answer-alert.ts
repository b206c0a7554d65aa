/** A press on a button of an alert: a change of the outbox like any other, though every tab may be closed (docs/offline.md#the-idea). */

import { makeRow } from '#console/data/outbox/row/make-row.ts'
import { type AlertAction, type AlertData, notKeptText, type WorkerMessage } from '#console/data/outbox/store/alert-text.ts'
import { OwnerDatabase } from '#console/data/outbox/store/database.ts'
import { type Addition, addRows } from '#console/data/outbox/store/store.ts'
import { readCredentials, readLanguage } from '#console/data/outbox/wire/credentials.ts'
import { messageRead, sendMessage } from '#contract/chat/messages.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { openConsoles } from './consoles.ts'
import { replayOutbox } from './replay.ts'
import { scope } from './scope.ts'

export interface AlertPress {
  action: AlertAction
  /** What was typed; '' for none. */
  reply: string
  /** Of the alert: the room. */
  title: string
}

/** Kept under the same ids when the database does not say whether it has them. */
async function keep(owner: string, additions: readonly Addition[]): Promise<void> {
  const save = async () => {
    const db = new OwnerDatabase(owner)
    try {
      await addRows(db, additions)
    } finally {
      db.close()
    }
  }
  await save().catch(save)
}

/** An open console sends what waits as well as this worker; else the browser wakes it again, where it can. */
async function sendSoon(): Promise<void> {
  for (const client of await openConsoles()) client.postMessage({ type: 'outbox-grew' } satisfies WorkerMessage)
  await replayOutbox().catch(() => scope.registration.sync?.register('outbox'))
}

/** False where it is not this person's to answer: then the press opens the console. */
export async function answerAlert({ action, reply, title }: AlertPress, { ref: room, answer }: AlertData): Promise<boolean> {
  const credentials = await readCredentials()
  if (!answer || credentials?.owner !== answer.owner) return false
  const { owner, message } = answer
  const made = uuidv7()
  const read = makeRow(messageRead, {
    owner,
    touches: [message],
    params: { room },
    patch: { ids: [message], status: 'read' },
    label: title,
  })
  const sent = makeRow(sendMessage, { owner, touches: [made, room], patch: { content: reply, ref: made, room }, label: title })
  try {
    await keep(
      owner,
      (action === 'reply' ? [read, sent] : [read]).map((row) => ({ row, blobs: [] })),
    )
  } catch {
    if (action !== 'reply') return false
    const { title: name, ...words } = notKeptText(title, reply, await readLanguage().catch(() => ''))
    const data: AlertData = { place: 'room', ref: room }
    await scope.registration.showNotification(name, { ...words, tag: `unkept-${made}`, icon: '/icons/icon-192.png', data })
    return true
  }
  await sendSoon()
  return true
}
