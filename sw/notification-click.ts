import type { WorkerMessage } from '#console/data/outbox/alert-text.ts'
import { readPreferences } from '#console/data/outbox/credentials.ts'
import { openConsoles } from './consoles.ts'
import { openConsole } from './notify-sign-in.ts'
import { scope } from './scope.ts'

const inbox = '/chat-platform/list'

/** The console to come to the front: one that shows the inbox, else one that is seen, else any. */
function best(open: readonly WindowClient[]): WindowClient | undefined {
  const isInbox = ({ url }: WindowClient) => new URL(url).pathname.startsWith(inbox)
  return open.find(isInbox) ?? open.find(({ visibilityState }) => visibilityState === 'visible') ?? open[0]
}

async function openRoom(room: string): Promise<void> {
  const address = `${inbox}?room=${encodeURIComponent(room)}`
  const { newTab } = await readPreferences()
  const console = newTab ? undefined : best(await openConsoles())
  if (!console) {
    await scope.clients.openWindow(address)
    return
  }
  console.postMessage({ type: 'open-room', room } satisfies WorkerMessage)
  await console.focus()
}

/** An alert opens its room, in the right tab or a new one as the person prefers; anything else opens the console. */
export async function handleClick(notification: Pick<Notification, 'data' | 'close'>): Promise<void> {
  notification.close()
  const data: unknown = notification.data
  const room = typeof data === 'object' && data !== null && 'room' in data && typeof data.room === 'string' ? data.room : null
  await (room ? openRoom(room) : openConsole())
}
