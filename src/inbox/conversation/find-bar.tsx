import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type Finds, type ShownMessage, searchMessages } from '#console/data/chat/messages.ts'
import { t } from '#console/i18n/i18n.ts'
import { formatNumber } from '#console/kit/text/format.ts'
import { keyAction } from '#console/kit/text/keys.ts'
import { Button } from '#console/ui/button.tsx'

interface Props {
  room: string
  onMark: (text: string) => void
  onJump: (ref: string) => void
  onClose: () => void
}

/** Milliseconds; one request per typed word. */
const pause = 250

/** Searches the room, newest first; up: older results, down: newer ones. */
export function FindBar({ room, onMark, onJump, onClose }: Props) {
  const [text, setText] = useState('')
  const [found, setFound] = useState<Finds | null>(null)
  const [failed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)
  const [busy, setBusy] = useState(false)
  const [at, setAt] = useState(0)
  const wanted = text.trim()
  const jump = useRef(onJump)
  const asked = useRef('')
  useEffect(() => {
    jump.current = onJump
    asked.current = wanted
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another search
  useEffect(() => {
    onMark(wanted)
    setFailed(false)
    if (!wanted) return setFound(null)
    let there = true
    const timer = setTimeout(async () => {
      const finds = await searchMessages(room, wanted).catch(() => null)
      if (!there) return
      setFound(finds)
      setFailed(!finds)
      setAt(0)
      if (finds?.messages[0]) jump.current(finds.messages[0].ref)
    }, pause)
    return () => {
      there = false
      clearTimeout(timer)
    }
  }, [wanted, room, onMark, tries])
  const finds = found?.messages ?? []
  const count = finds.length

  function show(list: readonly ShownMessage[], which: number) {
    const next = list[which]
    if (!next) return
    setAt(which)
    onJump(next.ref)
  }
  /** Goes to results before the last loaded one. */
  async function older() {
    const last = finds.at(-1)
    if (!found?.older || !last || busy) return
    setBusy(true)
    const more = await searchMessages(room, wanted, last).catch(() => null)
    setBusy(false)
    if (asked.current !== wanted) return
    setFailed(!more)
    if (!more) return
    const all = [...finds, ...more.messages]
    setFound({ ...more, messages: all })
    show(all, count)
  }
  const go = (by: number) => (at + by < count ? show(finds, at + by) : void older())
  const again = () => (found ? void older() : setTries((old) => old + 1))
  return (
    <search className="flex flex-wrap items-center gap-1 border-b bg-background px-3 py-1.5">
      <input
        type="search"
        // biome-ignore lint/a11y/noAutofocus: it was just opened
        autoFocus
        {...(text && { dir: 'auto' })}
        value={text}
        maxLength={100}
        placeholder={t('chat.findInRoom')}
        aria-label={t('chat.findInRoom')}
        className="h-control min-w-0 flex-1 rounded-md bg-muted px-3 text-sm outline-none focus-visible:ring-2 focus-visible:ring-ring"
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          const action = keyAction('find', event)
          if (action === 'next') go(1)
          if (action === 'previous') go(-1)
          if (action === 'close') onClose()
        }}
      />
      <span role="status" className="min-w-16 text-center text-xs text-muted-foreground tabular-nums">
        {found &&
          (count
            ? t('chat.findOf', { at: formatNumber(at + 1), count: formatNumber(count) + (found.older ? '+' : '') })
            : t('chat.findNone'))}
      </span>
      <Button
        variant="quiet"
        size="icon"
        repeats
        aria-label={t('chat.previous')}
        disabled={at >= count - 1 && !found?.older}
        busy={busy}
        onClick={() => go(1)}
      >
        <ChevronUp aria-hidden="true" />
      </Button>
      <Button variant="quiet" size="icon" repeats aria-label={t('chat.next')} disabled={at === 0} onClick={() => go(-1)}>
        <ChevronDown aria-hidden="true" />
      </Button>
      <Button variant="quiet" size="icon" aria-label={t('app.close')} onClick={onClose}>
        <X aria-hidden="true" />
      </Button>
      {(failed || found?.isCached) && (
        <span role={failed ? 'alert' : 'status'} className="flex w-full items-center justify-between gap-3 text-sm text-muted-foreground">
          {t(failed ? 'chat.findFailed' : 'chat.findCached')}
          {failed && (
            <Button size="small" onClick={again}>
              {t('app.retry')}
            </Button>
          )}
        </span>
      )}
    </search>
  )
}
