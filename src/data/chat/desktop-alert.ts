/** Notifications of the desktop while a tab is open; one for each room. */
import { type Alert, alertTag, isShown } from '../outbox/alert-words.ts'
import { log } from './log.ts'
import { throttled } from './throttled.ts'

/** Messages of a room within so long are one notification (part-2 section 9). */
export const notifyMs = 300
/** After a gap many rooms may have written: the newest ones are shown. */
const mostAtOnce = 5

async function show(room: string, { title, body, lang }: Alert, onClick: (room: string) => void): Promise<void> {
  if (Notification.permission !== 'granted') return
  const dir = lang === 'ar' ? 'rtl' : 'ltr'
  const options = {
    body,
    lang,
    dir,
    tag: alertTag(room),
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    data: { room, at: Date.now() },
  } as const
  const registration = await navigator.serviceWorker?.getRegistration()
  if (registration?.active) {
    const shown = await registration.getNotifications({ tag: options.tag })
    if (shown.some((each) => isShown(each, body, Date.now()))) return
    await registration.showNotification(title, { ...options, ...(shown.length && { renotify: true }) })
    return
  }
  const made = new Notification(title, options)
  made.onclick = () => {
    window.focus()
    made.close()
    onClick(room)
  }
}

export interface DesktopAlerts {
  show: (room: string, text: Alert) => void
}

/** `onClick` hears of a click where there is no worker to hear it. */
export function createDesktopAlerts(onClick: (room: string) => void): DesktopAlerts {
  const waiting = new Map<string, Alert>()

  function flush(): void {
    const newest = [...waiting].slice(-mostAtOnce)
    waiting.clear()
    for (const [room, text] of newest) void show(room, text, onClick).catch(log)
  }

  const flushSoon = throttled(flush, notifyMs)
  return {
    show(room, text) {
      if (!('Notification' in globalThis)) return
      waiting.delete(room)
      waiting.set(room, text)
      flushSoon()
    },
  }
}
