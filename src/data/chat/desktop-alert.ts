/** Notifications of the desktop while a tab is open; one for each room. */
import { type Alert, alertTag } from '../outbox/store/alert-text.ts'
import { takeAlerts } from '../outbox/wire/credentials.ts'
import { debounced } from './debounced.ts'
import { log } from './log.ts'

/**
 * Messages that follow each other within so long are one notification, which waits at most `notifyMostMs` (docs/product/chat.md#alerts).
 */
export const notifyMs = 300
export const notifyMaxMs = 1_500
/** After a gap many rooms may have written: the newest ones are shown. */
const maxConcurrent = 5

interface Waiting {
  text: Alert
  /** Refs of the messages it stands for, the newest last. */
  messages: readonly string[]
}

async function show(room: string, { text, messages }: Waiting, onClick: (room: string) => void): Promise<void> {
  if (Notification.permission !== 'granted') return
  // A device that cannot remember alerts twice rather than never.
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
  /** `message`: its ref. */
  show: (room: string, message: string, text: Alert) => void
}

/** `onClick` hears of a click where there is no worker to hear it. */
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
