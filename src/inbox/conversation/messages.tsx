import { ArrowDown, RefreshCw } from 'lucide-react'
import { type ReactElement, type RefObject, Suspense, useMemo, useState } from 'react'
import { serverDate } from '#console/data/base/server-clock.ts'
import type { Messages as Held, ShownMessage } from '#console/data/chat/messages.ts'
import { t } from '#console/i18n/i18n.ts'
import { formatNumber } from '#console/kit/text/format.ts'
import { Button } from '#console/ui/button.tsx'
import { Spinner } from '#console/ui/spinner.tsx'
import { NoteLine } from '../parts/load.ts'
import { messageSummary } from '../room/tick.tsx'
import { dayWord } from '../room/times.ts'
import { Bubble } from './bubble.tsx'
import { entriesOf, isFromCustomer } from './entries.ts'
import { trackScroll } from './fast-scroll.ts'
import { Lightbox } from './lightbox.tsx'
import { usePages } from './use-pages.ts'
import { nearEnd, useRows } from './use-rows.ts'

interface Parts {
  scroller: RefObject<HTMLElement | null>
  messages: readonly ShownMessage[]
  newer: boolean
  onAtEnd: (atEnd: boolean) => void
}

/** Whether the end is visible, and how many incoming messages came since it was left. */
function useAtEnd({ scroller, messages, newer, onAtEnd }: Parts) {
  const [atEnd, setAtEnd] = useState(true)
  const [leftAt, setLeftAt] = useState<string | null>(null)
  const lastRef = messages.at(-1)?.ref ?? null
  const onScroll = () => {
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
    return from < 0 ? 0 : messages.slice(from + 1).filter(isFromCustomer).length
  }, [messages, leftAt])
  return { atEnd, missed, onScroll }
}

/** Separator of days. */
function DayLine({ at }: { at: string }) {
  const day = dayWord(at, serverDate())
  return (
    <div className="flex justify-center pt-4 pb-1">
      <span className="rounded-full bg-muted px-3 py-0.5 text-xs font-medium text-muted-foreground">
        {day.is === 'other' ? day.text : t(`chat.${day.is}`)}
      </span>
    </div>
  )
}

/** Marker of the first unread message on opening. */
function UnreadLine({ count }: { count: number }) {
  return (
    <div className="flex items-center gap-3 px-6 pt-4 pb-1 text-xs font-medium text-primary-text" data-unread-line="">
      <span aria-hidden="true" className="h-px flex-1 bg-primary/40" />
      {t('chat.unread', { count })}
      <span aria-hidden="true" className="h-px flex-1 bg-primary/40" />
    </div>
  )
}

/** Announces incoming messages of the open room to screen readers. */
function Newest({ messages, customer }: { messages: readonly ShownMessage[]; customer: string }) {
  // A late message stands further up.
  const last = messages.reduce<ShownMessage | undefined>((most, each) => (most && most.place > each.place ? most : each), undefined)
  const [before] = useState(last?.place ?? 0)
  const isNew = last && isFromCustomer(last) && last.place > before
  return (
    <span aria-live="polite" className="sr-only">
      {isNew && `${customer}: ${messageSummary(last.kind, last.content).slice(0, 300)}`}
    </span>
  )
}

export interface MessagesProps {
  customer: string
  history: Held
  unread: { ref: string; count: number } | null
  /** Message to scroll to; a new object scrolls again. */
  target: { ref: string } | null
  /** Ref of the last own message. */
  sent: string | null
  mark: string
  mayWrite: boolean
  onReply: (message: ShownMessage) => void
  onJump: (ref: string) => void
  onAtEnd: (atEnd: boolean) => void
  /** Content under a message; the same function while nothing changes. */
  below: (message: ShownMessage) => ReactElement | null
}

/** Messages of a chat; only those in view are drawn. */
export function Messages(props: MessagesProps) {
  const { customer, history, unread, target, sent, mark, mayWrite, onReply, onJump, onAtEnd, below } = props
  const { messages, newer } = history
  const entries = useMemo(() => entriesOf(messages, unread), [messages, unread])
  const { scroller, rows, items, first, last, arrived, shown, toEnd } = useRows({ entries, newer, target, sent })
  const pages = usePages({ history, first, last, count: entries.length, arrived })
  const { atEnd, missed, onScroll } = useAtEnd({ scroller, messages, newer, onAtEnd })
  const [opened, setOpened] = useState<string | null>(null)
  const media = useMemo(() => messages.filter((message) => message.kind === 'image' || message.kind === 'video'), [messages])
  return (
    <div className="relative min-h-0 flex-1">
      <section
        ref={scroller}
        aria-label={t('chat.messages')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so a keyboard must reach it
        tabIndex={0}
        onScroll={({ currentTarget, timeStamp }) => {
          trackScroll(currentTarget.scrollTop, timeStamp)
          onScroll()
        }}
        className="h-full overflow-y-auto overscroll-contain text-base -outline-offset-2 [overflow-anchor:none]"
      >
        <div className="relative w-full" style={{ height: rows.getTotalSize() }}>
          {items.map(({ index, key, start }) => {
            const entry = entries[index]
            if (!entry) return null
            return (
              <div key={key} data-index={index} ref={rows.measureElement} className="absolute inset-x-0 flow-root" style={{ top: start }}>
                {entry.is === 'day' && <DayLine at={entry.at} />}
                {entry.is === 'unread' && <UnreadLine count={entry.count} />}
                {entry.is === 'message' && entry.message.kind === 'note' && (
                  <Suspense
                    fallback={<p className="px-6 pt-2 text-center text-xs leading-6 text-muted-foreground">{entry.message.content}</p>}
                  >
                    <NoteLine message={entry.message} />
                  </Suspense>
                )}
                {entry.is === 'message' && entry.message.kind !== 'note' && (
                  <Bubble
                    message={entry.message}
                    customer={customer}
                    joins={entry.joins}
                    shown={shown === entry.key}
                    mark={mark}
                    mayWrite={mayWrite}
                    onReply={onReply}
                    onJump={onJump}
                    onOpen={setOpened}
                    below={below}
                  />
                )}
              </div>
            )
          })}
        </div>
      </section>
      {!newer && <Newest messages={messages} customer={customer} />}
      {pages.failed ? (
        <Button className="absolute inset-x-0 top-2 mx-auto w-fit rounded-full! shadow-floating" onClick={pages.retry}>
          <RefreshCw aria-hidden="true" />
          {t('chat.olderFailed')}
        </Button>
      ) : (
        pages.waiting && (
          <span
            role="status"
            className="absolute inset-x-0 top-2 mx-auto grid size-8 place-items-center rounded-full bg-card shadow-floating"
          >
            <Spinner />
            <span className="sr-only">{t('chat.loadingOlder')}</span>
          </span>
        )
      )}
      {(!atEnd || newer) && (
        <Button
          className="absolute end-4 bottom-3 rounded-full! shadow-floating"
          size={missed > 0 ? 'default' : 'icon'}
          onClick={() => {
            if (newer) history.toNewest()
            toEnd()
          }}
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
