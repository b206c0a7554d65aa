import { ArrowDown, RefreshCw } from 'lucide-react'
import { type ReactElement, useMemo, useState } from 'react'
import type { Messages as Held, ShownMessage } from '#console/data/chat/messages.ts'
import { t } from '#console/i18n/i18n.ts'
import { formatNumber } from '#console/kit/text/format.ts'
import { Button } from '#console/ui/button.tsx'
import { Spinner } from '#console/ui/spinner.tsx'
import { Bubble } from './bubble.tsx'
import { entriesOf } from './entries.ts'
import { trackScroll } from './fast-scroll.ts'
import { Lightbox } from './lightbox.tsx'
import { DayLine, UnreadLine } from './lines.tsx'
import { Newest } from './newest.tsx'
import { useAtEnd } from './use-at-end.ts'
import { usePages } from './use-pages.ts'
import { useRows } from './use-rows.ts'

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
                {entry.is === 'message' && (
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
