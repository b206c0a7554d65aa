import {
  type AlertData,
  type AlertPlace,
  alertAddress,
  alertScreen,
  isAlertPlace,
  type WorkerMessage,
} from '#console/data/outbox/store/alert-text.ts'
import { readPreferences } from '#console/data/outbox/wire/credentials.ts'
import { isRecord } from '#contract/kit/field/guards.ts'
import { answerAlert } from './answer-alert.ts'
import { openConsoles } from './consoles.ts'
import { openConsole } from './notify-sign-in.ts'
import { scope } from './scope.ts'

/** Best window to focus: one with the inbox at this path, else a visible one, else any. */
function best(open: readonly WindowClient[], inbox: string): WindowClient | undefined {
  const isInbox = ({ url }: WindowClient) => new URL(url).pathname.startsWith(inbox)
  return open.find(isInbox) ?? open.find(({ visibilityState }) => visibilityState === 'visible') ?? open[0]
}

async function openAlerted(place: AlertPlace, ref: string): Promise<void> {
  const { newTab } = await readPreferences()
  const console = newTab ? undefined : best(await openConsoles(), alertScreen(place))
  if (!console) {
    await scope.clients.openWindow(alertAddress(place, ref))
    return
  }
  console.postMessage({ type: 'open-alert', place, ref } satisfies WorkerMessage)
  await console.focus()
}

const isAnswer = (value: unknown): value is NonNullable<AlertData['answer']> =>
  isRecord(value) && typeof value.owner === 'string' && typeof value.message === 'string'

function readData(value: unknown): AlertData | null {
  if (!isRecord(value) || !isAlertPlace(value.place) || typeof value.ref !== 'string') return null
  return { place: value.place, ref: value.ref, ...(isAnswer(value.answer) && { answer: value.answer }) }
}

export interface AlertClick {
  notification: Pick<Notification, 'data' | 'close' | 'title'>
  /** Of the pressed button; '' for the alert itself. */
  action: string
  /** What was typed into the alert, where the browser has that; some then name no action. */
  reply?: string | null
}

/** What was typed into the alert; TypeScript's library does not know of it. */
export function readReply(event: object): string | null {
  const reply: unknown = Reflect.get(event, 'reply')
  return typeof reply === 'string' ? reply : null
}

/** Does what a button says; else opens an alert's room or chat, in a suitable tab or a new one as preferred; otherwise the console. */
export async function handleClick({ notification, action, reply }: AlertClick): Promise<void> {
  notification.close()
  const data = readData(notification.data)
  if (!data) return openConsole()
  const { title } = notification
  const typed = reply?.trim() ?? ''
  const isDone =
    (typed !== '' && (await answerAlert({ action: 'reply', reply: typed, title }, data))) ||
    (action === 'read' && (await answerAlert({ action: 'read', reply: '', title }, data)))
  if (!isDone) await openAlerted(data.place, data.ref)
}
