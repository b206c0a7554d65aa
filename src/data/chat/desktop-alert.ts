/** Desktop notifications while a tab is open; one per room. */
import { type Alert, alertTag } from '../outbox/store/alert-text.ts'
import { takeAlerts } from '../outbox/wire/credentials.ts'
import { debounced } from './debounced.ts'
import { log } from './log.ts'

/** Milliseconds within which messages share a notification, which waits at most `notifyMostMs` (docs/product/chat.md#alerts). */
export const notifyMs = 300
export const notifyMaxMs = 1_500
/** After a gap many rooms may be new: only the newest are shown. */
const maxConcurrent = 5

interface Waiting {
  text: Alert
  /** Refs of its messages, the newest last. */
  messages: readonly string[]
}

async function show(room: string, { text, messages }: Waiting, onClick: (room: string) => void): Promise<void> {
  if (Notification.permission !== 'granted') return
  // If storage fails, alerting twice beats never.
  const fresh = await takeAlerts(messages).catch(() => messages)
  if (!fresh.includes(messages.at(-1) ?? '')) return
  const { title, body, lang } = text
  const dir = lang === 'ar' ? 'rtl' : 'ltr'
  const options = {
    body,
    lang,
    dir,
    tag: alertTag(room),
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    data: { place: 'room', ref: room },
  } as const
  const registration = await navigator.serviceWorker?.getRegistration()
  if (registration?.active) {
    const shown = await registration.getNotifications({ tag: options.tag })
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
  /** `message`: a ref. */
  show: (room: string, message: string, text: Alert) => void
}

/** `onClick` is called for clicks where there is no worker. */
export function createDesktopAlerts(onClick: (room: string) => void): DesktopAlerts {
  const waiting = new Map<string, Waiting>()

  function flush(): void {
    const newest = [...waiting].slice(-maxConcurrent)
    waiting.clear()
    for (const [room, each] of newest) void show(room, each, onClick).catch(log)
  }

  const flushSoon = debounced(flush, notifyMs, notifyMaxMs)
  return {
    show(room, message, text) {
      if (!('Notification' in globalThis)) return
      const messages = [...(waiting.get(room)?.messages ?? []), message]
      waiting.delete(room)
      waiting.set(room, { text, messages })
      flushSoon()
    },
  }
}
