import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, TriangleAlert, WifiOff } from 'lucide-react'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ShownMessage, useMessages } from '#console/data/chat/messages.ts'
import type { Room } from '#console/data/chat/rooms.ts'
import { t } from '#console/i18n/i18n.ts'
import { formatNumber } from '#console/kit/format.ts'
import { Button } from '#console/ui/button.tsx'
import { EmptyState } from '#console/ui/empty-state.tsx'
import { Spinner } from '#console/ui/spinner.tsx'
import { dayWord } from '../times.ts'
import { Bubble } from './bubble.tsx'
import { type Entry, entriesOf } from './entries.ts'
import { Lightbox } from './lightbox.tsx'
import { MessageSkeletons } from './message-skeletons.tsx'

interface Props {
  room: Room
  customer: string
  held: ReturnType<typeof useMessages>
  unread: { ref: string; count: number } | null
  /** Message to go to; a new object goes there again. */
  target: { ref: string } | null
  mark: string
  mayWrite: boolean
  onReply: (message: ShownMessage) => void
  onJump: (ref: string) => void
  onAtEnd: (atEnd: boolean) => void
}

/** Rows before either end at which more is asked for. */
const early = 6
/** Closer to the end than this is at the end. */
const nearEnd = 48

function guess(entry: Entry | undefined): number {
  if (entry?.is !== 'message') return 44
  if (entry.message.kind === 'image') return 280
  if (entry.message.kind === 'video') return 216
  return 46 + Math.floor((entry.message.content?.length ?? 0) / 60) * 22
}

function DayLine({ at }: { at: string }) {
  const day = dayWord(at, new Date())
  return (
    <div className="flex justify-center pt-4 pb-1">
      <span className="rounded-full bg-muted px-3 py-0.5 text-xs font-medium text-muted-foreground">
        {day.is === 'other' ? day.text : t(`chat.${day.is}`)}
      </span>
    </div>
  )
}

function UnreadLine({ count }: { count: number }) {
  return (
    <div className="flex items-center gap-3 px-6 pt-4 pb-1 text-xs font-medium text-primary-text" data-unread-line="">
      <span aria-hidden="true" className="h-px flex-1 bg-primary/40" />
      {t('chat.unread', { count })}
      <span aria-hidden="true" className="h-px flex-1 bg-primary/40" />
    </div>
  )
}

/** The messages of a room, only those near the window drawn. Older ones come in above without moving what is read. */
export function MessageList({ room, customer, held, unread, target, mark, mayWrite, onReply, onJump, onAtEnd }: Props) {
  const { messages, older, newer, state } = held
  const scroller = useRef<HTMLDivElement>(null)
  const entries = useMemo(() => entriesOf(messages, unread), [messages, unread])
  const [atEnd, setAtEnd] = useState(true)
  const [shown, setShown] = useState<string | null>(null)
  const [opened, setOpened] = useState<string | null>(null)
  const [leftAt, setLeftAt] = useState<string | null>(null)
  // A page that comes in below is read on from where one is; only what is written now is followed.
  const wasNewer = useRef(newer)
  const getScrollElement = useCallback(() => scroller.current, [])
  const rows = useVirtualizer({
    count: entries.length,
    getScrollElement,
    estimateSize: (index) => guess(entries[index]),
    getItemKey: (index) => entries[index]?.key ?? index,
    overscan: 8,
    anchorTo: 'end',
    followOnAppend: !newer && !wasNewer.current,
    scrollEndThreshold: nearEnd,
    paddingEnd: 12,
    useAnimationFrameWithResizeObserver: false,
  })
  useEffect(() => {
    wasNewer.current = newer
  }, [newer])

  const placed = useRef(false)
  // Until the place where one begins is reached, nothing older is asked for: the beginning is only passed by.
  const [goal, setGoal] = useState<number | null>(-1)
  useLayoutEffect(() => {
    if (placed.current || entries.length === 0) return
    placed.current = true
    const marker = entries.findIndex((entry) => entry.is === 'unread')
    if (target) return setGoal(null)
    const index = marker >= 0 ? marker : entries.length - 1
    setGoal(index)
    rows.scrollToIndex(index, { align: marker >= 0 ? 'start' : 'end' })
  }, [entries, rows, target])

  const reached = useRef<object | null>(null)
  useEffect(() => {
    if (!target || reached.current === target) return
    const index = entries.findIndex((entry) => entry.key === target.ref)
    if (index < 0) return
    reached.current = target
    rows.scrollToIndex(index, { align: 'center' })
    setShown(target.ref)
  }, [target, entries, rows])
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(() => setShown(null), 2_500)
    return () => clearTimeout(timer)
  }, [shown])

  const items = rows.getVirtualItems()
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0]
  useEffect(() => {
    if (goal !== null && goal >= 0 && first <= goal && goal <= last) setGoal(null)
  }, [goal, first, last])
  const asking = useRef(false)
  useEffect(() => {
    if (goal !== null || asking.current || state === 'loading' || entries.length === 0) return
    const more = older && first < early ? held.loadOlder : newer && last > entries.length - early ? held.loadNewer : null
    if (!more) return
    asking.current = true
    void more()
      .catch(() => undefined)
      .finally(() => {
        asking.current = false
      })
  }, [goal, first, last, older, newer, state, entries.length, held.loadOlder, held.loadNewer])

  const lastRef = messages.at(-1)?.ref ?? null
  const scrolled = () => {
    const box = scroller.current
    if (!box) return
    const now = !newer && box.scrollHeight - box.scrollTop - box.clientHeight < nearEnd
    if (now === atEnd) return
    setAtEnd(now)
    setLeftAt(now ? null : lastRef)
    onAtEnd(now)
  }
  const missed = useMemo(() => {
    if (!leftAt) return 0
    const from = messages.findIndex((message) => message.ref === leftAt)
    return from < 0 ? 0 : messages.slice(from + 1).filter((message) => !message.is_admin).length
  }, [messages, leftAt])

  function toEnd() {
    if (newer) held.toNewest()
    requestAnimationFrame(() => rows.scrollToIndex(Math.max(0, rows.options.count - 1), { align: 'end' }))
  }

  const media = useMemo(() => messages.filter((message) => message.kind === 'image' || message.kind === 'video'), [messages])
  if (state === 'loading' && messages.length === 0) return <MessageSkeletons />
  if (messages.length === 0)
    return (
      <div className="grid min-h-0 flex-1 place-items-center overflow-y-auto">
        {state === 'error' || state === 'offline' ? (
          <EmptyState
            icon={state === 'offline' ? WifiOff : TriangleAlert}
            title={t(state === 'offline' ? 'connection.none' : 'chat.roomFailed')}
            detail={t(state === 'offline' ? 'chat.roomOffline' : 'chat.roomFailedDetail')}
          >
            <Button onClick={held.toNewest}>{t('app.retry')}</Button>
          </EmptyState>
        ) : (
          <EmptyState title={t('chat.noMessage')} detail={t('chat.noMessageDetail')} />
        )}
      </div>
    )
  return (
    <div className="relative min-h-0 flex-1">
      <section
        ref={scroller}
        aria-label={t('chat.messages')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so a keyboard must reach it
        tabIndex={0}
        onScroll={scrolled}
        className="h-full overflow-y-auto overscroll-contain -outline-offset-2 [overflow-anchor:none]"
      >
        <div className="relative w-full" style={{ height: rows.getTotalSize() }}>
          <div className="absolute inset-x-0 top-0" style={{ transform: `translateY(${items[0]?.start ?? 0}px)` }}>
            {items.map(({ index, key }) => {
              const entry = entries[index]
              if (!entry) return null
              return (
                <div key={key} data-index={index} ref={rows.measureElement} className="flow-root">
                  {entry.is === 'day' && <DayLine at={entry.at} />}
                  {entry.is === 'unread' && <UnreadLine count={entry.count} />}
                  {entry.is === 'message' && (
                    <Bubble
                      message={entry.message}
                      room={room}
                      customer={customer}
                      joins={entry.joins}
                      shown={shown === entry.key}
                      mark={mark}
                      mayWrite={mayWrite}
                      onReply={onReply}
                      onJump={onJump}
                      onOpen={setOpened}
                    />
                  )}
                </div>
              )
            })}
          </div>
        </div>
      </section>
      {older && goal === null && first < early && (
        <span
          role="status"
          className="absolute inset-x-0 top-2 mx-auto grid size-8 place-items-center rounded-full bg-card shadow-floating"
        >
          <Spinner />
          <span className="sr-only">{t('chat.loadingOlder')}</span>
        </span>
      )}
      {(!atEnd || newer) && (
        <Button
          className="absolute end-4 bottom-3 rounded-full! shadow-floating"
          size={missed > 0 ? 'default' : 'icon'}
          onClick={toEnd}
          {...(missed === 0 && { 'aria-label': t('chat.toNewest') })}
        >
          {missed > 0 && <span>{t('chat.newMessages', { count: missed, shown: formatNumber(missed) })}</span>}
          <ArrowDown aria-hidden="true" />
        </Button>
      )}
      {opened && <Lightbox all={media} shown={opened} onShow={setOpened} onClose={() => setOpened(null)} />}
    </div>
  )
}
