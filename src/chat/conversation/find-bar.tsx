import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type ShownMessage, searchMessages } from '#console/data/chat/messages.ts'
import { t } from '#console/i18n/i18n.ts'
import { formatNumber } from '#console/kit/format.ts'
import { Button } from '#console/ui/button.tsx'

interface Props {
  room: string
  onMark: (text: string) => void
  onJump: (ref: string) => void
  onClose: () => void
}

/** Long enough that typing a word asks once. */
const pause = 250

/** Searches the room, newest first; up goes to older finds, down to newer ones. */
export function FindBar({ room, onMark, onJump, onClose }: Props) {
  const [text, setText] = useState('')
  const [found, setFound] = useState<readonly ShownMessage[] | null>(null)
  const [at, setAt] = useState(0)
  const jump = useRef(onJump)
  useEffect(() => {
    jump.current = onJump
  })
  useEffect(() => {
    const wanted = text.trim()
    onMark(wanted)
    if (!wanted) return setFound(null)
    let there = true
    const timer = setTimeout(async () => {
      const finds = await searchMessages(room, wanted).catch(() => [])
      if (!there) return
      setFound(finds)
      setAt(0)
      if (finds[0]) jump.current(finds[0].ref)
    }, pause)
    return () => {
      there = false
      clearTimeout(timer)
    }
  }, [text, room, onMark])
  const go = (by: number) => {
    const next = found?.[at + by]
    if (!next) return
    setAt(at + by)
    onJump(next.ref)
  }
  const count = found?.length ?? 0
  return (
    <search className="flex items-center gap-1 border-b bg-background px-3 py-1.5">
      <input
        type="search"
        // biome-ignore lint/a11y/noAutofocus: it was just asked for
        autoFocus
        {...(text && { dir: 'auto' })}
        value={text}
        maxLength={100}
        placeholder={t('chat.findInRoom')}
        aria-label={t('chat.findInRoom')}
        className="h-control min-w-0 flex-1 rounded-md bg-muted px-3 text-sm outline-none focus-visible:ring-2 focus-visible:ring-ring"
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go(event.shiftKey ? -1 : 1)
          if (event.key === 'Escape') onClose()
        }}
      />
      <span role="status" className="min-w-16 text-center text-xs text-muted-foreground tabular-nums">
        {found && (count ? t('chat.findOf', { at: formatNumber(at + 1), count: formatNumber(count) }) : t('chat.findNone'))}
      </span>
      <Button variant="quiet" size="icon" aria-label={t('chat.previous')} disabled={at >= count - 1} onClick={() => go(1)}>
        <ChevronUp aria-hidden="true" />
      </Button>
      <Button variant="quiet" size="icon" aria-label={t('chat.next')} disabled={at === 0} onClick={() => go(-1)}>
        <ChevronDown aria-hidden="true" />
      </Button>
      <Button variant="quiet" size="icon" aria-label={t('app.close')} onClick={onClose}>
        <X aria-hidden="true" />
      </Button>
    </search>
  )
}
