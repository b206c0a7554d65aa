import { type AlertPlace, alertAddress, alertScreen, isAlertPlace, type WorkerMessage } from '#console/data/outbox/store/alert-text.ts'
import { readPreferences } from '#console/data/outbox/wire/credentials.ts'
import { isRecord } from '#contract/kit/field/guards.ts'
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

/** Opens an alert's room or chat, in a suitable tab or a new one as preferred; otherwise the console. */
export async function handleClick(notification: Pick<Notification, 'data' | 'close'>): Promise<void> {
  notification.close()
  const data: unknown = notification.data
  const { place, ref } = isRecord(data) ? data : {}
  await (isAlertPlace(place) && typeof ref === 'string' ? openAlerted(place, ref) : openConsole())
}
