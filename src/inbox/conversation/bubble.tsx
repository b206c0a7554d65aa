import { memo, type ReactElement, type ReactNode, Suspense, use } from 'react'
import type { ShownMessage } from '#console/data/chat/messages.ts'
import { t } from '#console/i18n/i18n.ts'
import { LoadOnPress } from '#console/kit/parts/deferred.tsx'
import { formatDateTime } from '#console/kit/text/format.ts'
import { formatClock } from '#console/kit/text/format-more.ts'
import { buttonClass } from '#console/ui/button.tsx'
import { useMedia } from '#console/ui/hooks/use-media.ts'
import { Outline } from '#console/ui/outline.tsx'
import { PartsContext, takesReaction } from '../parts/context.ts'
import { chipsHeight, reactionsHeight } from '../parts/heights.ts'
import { Chips, Deleted, Details, Edited, prepareReactMenu, Reactions, ReactMenu } from '../parts/load.ts'
import { Quote } from '../room/quote.tsx'
import { messageSummary, TickMark } from '../room/tick.tsx'
import { useScrollSettled } from './fast-scroll.ts'
import { Media } from './media.tsx'
import { MessageText } from './message-text.tsx'

export interface BubbleProps {
  message: ShownMessage
  customer: string
  joins: boolean
  /** Jump target. */
  shown: boolean
  mark: string
  mayWrite: boolean
  onReply: (message: ShownMessage) => void
  onJump: (ref: string) => void
  onOpen: (ref: string) => void
  /** Content under a message, such as its problem; the same function while nothing of it changes. */
  below: (message: ShownMessage) => ReactElement | null
}

/** Placement of text and time under a message's media; the time of a voice note is beside its length. */
function place({ kind, content }: ShownMessage): string {
  if (kind === 'text') return ''
  if (kind === 'audio') return content ? 'pt-1.5' : '-mt-4'
  return kind === 'document' ? 'pt-1' : 'px-2 pt-1'
}

/** Time and delivery status. */
function Meta({ message: { content, template, created_at, tick, edits } }: { message: ShownMessage }) {
  return (
    <span
      className={`float-end ms-3 flex items-center gap-1 text-[0.6875rem] leading-4 whitespace-nowrap text-muted-foreground ${content ? 'mt-1.5' : ''}`}
    >
      {template && <span className="pe-1">{t('chat.template')}</span>}
      {edits && (
        <Suspense fallback={null}>
          <Edited edits={edits} />
        </Suspense>
      )}
      <time dateTime={created_at}>{formatClock(created_at)}</time>
      {tick && <TickMark tick={tick} className="size-3.5" />}
    </span>
  )
}

const replyClass = buttonClass({
  variant: 'quiet',
  size: 'smallIcon',
  className:
    'self-center mx-1 -mt-1.5 -mb-1 transition-none opacity-0 pointer-fine:group-hover:opacity-100 focus-visible:opacity-100 touch:opacity-60',
})

function ReplyButton({ message, onReply }: Pick<BubbleProps, 'message' | 'onReply'>) {
  if (!useScrollSettled()) return null
  return (
    <button
      type="button"
      onClick={() => onReply(message)}
      aria-label={t('chat.replyTo', { words: messageSummary(message.kind, message.content).slice(0, 40) })}
      className={replyClass}
    >
      <Outline aria-hidden="true" className="rtl:-scale-x-100">
        <path d="M9 14L4 9l5-5M4 9h10a6 6 0 0 1 6 6v5" />
      </Outline>
    </button>
  )
}

/** For a mouse and the keyboard: a thumb has the emoji above the composer, beside the quoted message. */
function ReactButton({ message }: { message: ShownMessage }) {
  const isThumb = useMedia('(pointer: coarse)')
  const settled = useScrollSettled()
  if (isThumb || !settled) return null
  return (
    <LoadOnPress
      panel={ReactMenu}
      load={prepareReactMenu}
      props={{ message, className: replyClass }}
      button={(state) => (
        <button
          type="button"
          {...state}
          aria-label={t('chat.reactTo', { words: messageSummary(message.kind, message.content).slice(0, 40) })}
          className={replyClass}
        >
          <Outline aria-hidden="true">
            <path d="M22 11v1a10 10 0 1 1-9-10M8 14s1.500 2 4 2 4-2 4-2M9 9v.010M15 9v.010M16 5h6M19 2v6" />
          </Outline>
        </button>
      )}
    />
  )
}

/** What a message says, with its time: its details in place of its words, where it has some. */
function Said({ message, mark, onOpen }: Pick<BubbleProps, 'message' | 'mark' | 'onOpen'>) {
  const { details, content } = message
  const meta = <Meta message={message} />
  if (details)
    return (
      <>
        {message.media_url && <Media message={message} onOpen={() => onOpen(message.ref)} />}
        <div className="flow-root">
          <Suspense fallback={<MessageText text={content ?? ''} mark={mark} tail={null} />}>
            <Details message={message} />
          </Suspense>
          {meta}
        </div>
      </>
    )
  const around = place(message)
  const words = content ? <MessageText text={content} mark={mark} tail={meta} /> : meta
  return (
    <>
      {message.kind !== 'text' && <Media message={message} onOpen={() => onOpen(message.ref)} />}
      {around || !content ? <div className={`flow-root ${around}`}>{words}</div> : words}
    </>
  )
}

/** What became of a deleted message, over what it said. */
function Folded({ message, children }: { message: ShownMessage; children: ReactNode }) {
  if (!message.deleted_at) return children
  return (
    <Suspense fallback={<Meta message={message} />}>
      <Deleted isOurs={message.is_admin} meta={<Meta message={message} />}>
        {children}
      </Deleted>
    </Suspense>
  )
}

const [ourGround, theirGround, oldGround] = [
  'bg-[light-dark(oklch(0.94_0.045_158),oklch(0.33_0.055_162))]',
  'border bg-card',
  'border border-dashed bg-muted text-muted-foreground',
]

/** One message: outgoing at the end, incoming at the start. Few nodes, since scrolling creates hundreds. */
export const Bubble = memo(function UnmemoizedBubble(props: BubbleProps) {
  const { message, customer, joins, shown, mark, mayWrite, onReply, onJump, onOpen, below } = props
  const ours = message.is_admin
  const framed = message.kind === 'image' || message.kind === 'video'
  const { reply_to: quoted, chips, reactions } = message
  const note = below(message)
  const mayReact = use(PartsContext)?.react != null && takesReaction(message)
  const isOld = chips?.some(({ chip }) => chip === 'phoneHistory')
  const ground = isOld ? oldGround : ours ? ourGround : theirGround
  return (
    <article
      data-message={message.ref}
      aria-label={t(ours ? 'chat.messageOfUs' : 'chat.messageOf', {
        name: ours ? (message.sender ?? '') : customer,
        at: formatDateTime(message.created_at),
      })}
      className={`group flex px-3 md:px-6 ${joins ? 'pt-0.5' : 'pt-2.5'} ${ours ? 'flex-row-reverse' : ''} ${note ? 'flex-wrap' : ''}`}
    >
      <div
        className={`rounded-2xl text-base shadow-raised transition-shadow duration-150 min-w-0 max-w-[86%] md:max-w-[78%] ${framed ? 'w-74 p-1' : 'px-3 py-1.5'} ${ground} ${joins ? '' : ours ? 'rounded-se-md' : 'rounded-ss-md'} ${shown ? 'ring-2 ring-ring' : ''}`}
      >
        {ours && !joins && message.sender && (
          <bdi className={`block truncate text-xs font-semibold text-primary-text ${framed ? 'px-2 py-1' : ''}`}>{message.sender}</bdi>
        )}
        {chips && (
          <div className={framed ? 'px-2 pb-1' : undefined}>
            <Suspense fallback={<div style={{ height: chips.length * chipsHeight }} />}>
              <Chips chips={chips} />
            </Suspense>
          </div>
        )}
        {quoted && <Quote quoted={quoted} customer={customer} onJump={onJump} />}
        <Folded message={message}>
          <Said message={message} mark={mark} onOpen={onOpen} />
        </Folded>
        {reactions && reactions.length > 0 && (
          <Suspense fallback={<div style={{ height: reactionsHeight }} />}>
            <Reactions message={message} customer={customer} />
          </Suspense>
        )}
      </div>
      {mayWrite && <ReplyButton message={message} onReply={onReply} />}
      {mayReact && <ReactButton message={message} />}
      {note && <div className="flex basis-full justify-end">{note}</div>}
    </article>
  )
})
