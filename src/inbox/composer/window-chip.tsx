import { Clock3, Lock } from 'lucide-react'
import { useEffect, useState } from 'react'
import { serverNow } from '#console/data/base/server-clock.ts'
import { t } from '#console/i18n/i18n.ts'
import { nextTick, type WindowState, windowState } from './window.ts'

/** State of the 24 hours, updated every minute. */
export function useWindowState(until: string | null): WindowState {
  const [read, setRead] = useState(() => ({ until, now: serverNow() }))
  // An incoming message reopens the window, after the last clock read.
  if (read.until !== until) setRead({ until, now: serverNow() })
  const state = windowState(until, read.now)
  const wait = nextTick(state)
  useEffect(() => {
    const again = () => setRead((old) => ({ ...old, now: serverNow() }))
    // After sleep, a phone updates the time when it is visible.
    document.addEventListener('visibilitychange', again)
    const timer = wait === null ? undefined : setTimeout(again, wait)
    return () => {
      document.removeEventListener('visibilitychange', again)
      clearTimeout(timer)
    }
  }, [wait])
  return state
}

/** Remaining time for free text. */
export function WindowChip({ state }: { state: WindowState }) {
  const look =
    'inline-flex h-6 w-fit shrink-0 whitespace-nowrap items-center gap-1.5 rounded-full px-2.5 text-xs font-medium tabular-nums [&_svg]:size-3.5'
  if (state.is === 'closed')
    return (
      <span data-window="closed" className={`${look} bg-danger-soft text-danger-text`}>
        <Lock aria-hidden="true" />
        {t('chat.windowClosed')}
      </span>
    )
  return (
    <span
      data-window={state.is}
      className={`${look} ${state.is === 'ending' ? 'bg-warning-soft text-warning-text' : 'bg-muted text-muted-foreground'}`}
    >
      <Clock3 aria-hidden="true" />
      {state.hours > 0
        ? t('chat.windowHours', { hours: state.hours, minutes: state.minutes })
        : t('chat.windowMinutes', { minutes: Math.max(1, state.minutes) })}
    </span>
  )
}
