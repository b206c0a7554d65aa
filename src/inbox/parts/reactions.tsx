import { Plus, SmilePlus } from 'lucide-react'
import { use, useState } from 'react'
import type { ShownMessage } from '#console/data/chat/messages.ts'
import { discardMessage } from '#console/data/chat/write.ts'
import { t } from '#console/i18n/i18n.ts'
import type { PressedPanelProps } from '#console/kit/parts/deferred.tsx'
import { Button } from '#console/ui/button.tsx'
import { usePressGuard } from '#console/ui/hooks/press-guard.ts'
import { Popover, PopoverContent, PopoverTrigger } from '#console/ui/popover.tsx'
import { reportFailure } from '../room/report-failure.ts'
import { messageSummary } from '../room/tick.tsx'
import { PartsContext } from './context.ts'
import { EmojiGrid } from './emoji-grid.tsx'

type Reaction = NonNullable<ShownMessage['reactions']>[number]

const pill = 'relative flex h-6 items-center rounded-full border bg-background px-1.5 text-sm leading-none text-foreground'

/** Ours: it says when it waits or was refused, and a press takes it away. */
function OwnReaction({ message, reaction: { emoji, failure } }: { message: ShownMessage; reaction: Reaction }) {
  const around = use(PartsContext)
  const parked = message.reacting?.parked
  const why = parked?.message || failure
  const isRefused = parked != null || failure !== undefined
  const label = isRefused
    ? why
      ? t('part.reactionFailed', { emoji, why })
      : t('part.reactionFailedPlain', { emoji })
    : t(message.reacting ? 'part.reactionWaits' : 'part.takeReaction', { emoji })
  const look = isRefused ? 'border-warning-text bg-warning-soft' : message.reacting ? 'opacity-60' : 'border-primary'
  const counts = usePressGuard()
  const leave = () => {
    if (!counts(performance.now())) return
    if (parked) void reportFailure(discardMessage(parked.seq))
    else around?.react?.(message, '')
  }
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={!parked && !around?.react}
      onClick={leave}
      className={`${pill} ${look} touch:after:absolute touch:after:-inset-2.5`}
    >
      {emoji}
      {isRefused && <span aria-hidden="true">!</span>}
    </button>
  )
}

/** Reactions of the customer and of us, one of each. */
export function Reactions({ message, customer }: { message: ShownMessage; customer: string }) {
  return (
    <ul className={`clear-both flex gap-1 pt-1.5 ${message.kind === 'image' || message.kind === 'video' ? 'px-2 pb-1' : ''}`}>
      {message.reactions?.map((reaction) => (
        <li key={reaction.by}>
          {reaction.by === 'us' ? (
            <OwnReaction message={message} reaction={reaction} />
          ) : (
            <span
              role="img"
              aria-label={t('part.reactionOf', { name: reaction.name || customer, emoji: reaction.emoji })}
              title={reaction.name || customer}
              className={pill}
            >
              {reaction.emoji}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Those that answers need most. */
const usual = ['👍', '🙏', '❤️', '😂', '😮', '🎉'] as const

interface BarProps {
  message: ShownMessage
  onReacted: () => void
}

/** Emoji for a reaction: the usual ones, and all of them at a press. */
export function ReactionBar({ message, onReacted }: BarProps) {
  const react = use(PartsContext)?.react
  const [isWhole, setWhole] = useState(false)
  const counts = usePressGuard()
  if (!react) return null
  const own = message.reactions?.find(({ by }) => by === 'us')?.emoji
  const pick = (emoji: string) => {
    if (!counts(performance.now())) return
    react(message, emoji === own ? '' : emoji)
    onReacted()
  }
  if (isWhole) return <EmojiGrid onPick={pick} />
  return (
    <fieldset aria-label={t('part.react')} className="flex flex-wrap items-center gap-0.5">
      {usual.map((emoji) => (
        <button
          key={emoji}
          type="button"
          aria-label={t('part.reactWith', { emoji })}
          aria-pressed={emoji === own}
          onClick={() => pick(emoji)}
          className="grid size-9 place-items-center rounded-md text-xl hover:bg-muted aria-pressed:bg-primary-soft touch:size-11"
        >
          {emoji}
        </button>
      ))}
      <Button variant="quiet" size="icon" aria-label={t('part.moreEmoji')} aria-expanded={false} onClick={() => setWhole(true)}>
        <Plus aria-hidden="true" />
      </Button>
    </fieldset>
  )
}

/** The button beside a message with the emoji over it; its place until then is in bubble.tsx. */
export function ReactMenu({ message, className, open: opensAtOnce }: { message: ShownMessage; className: string } & PressedPanelProps) {
  const [isOpen, setOpen] = useState(opensAtOnce)
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger
        aria-label={t('chat.reactTo', { words: messageSummary(message.kind, message.content).slice(0, 40) })}
        className={className}
      >
        <SmilePlus aria-hidden="true" />
      </PopoverTrigger>
      <PopoverContent side="top" aria-label={t('part.react')}>
        <ReactionBar message={message} onReacted={() => setOpen(false)} />
      </PopoverContent>
    </Popover>
  )
}
