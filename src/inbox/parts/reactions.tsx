import type { ShownMessage } from '#console/data/chat/messages.ts'
import { t } from '#console/i18n/i18n.ts'

/** Reactions of the customer and of us, one of each. */
export function Reactions({ message: { reactions }, customer }: { message: ShownMessage; customer: string }) {
  return (
    <ul className="clear-both flex gap-1 pt-1.5">
      {reactions?.map(({ emoji, by, name }) => (
        <li key={by}>
          <span
            role="img"
            aria-label={t('part.reactionOf', { name: name || (by === 'us' ? t('chat.us') : customer), emoji })}
            title={name || (by === 'us' ? t('chat.us') : customer)}
            className="flex h-6 items-center rounded-full border bg-background px-1.5 text-sm leading-none"
          >
            {emoji}
          </span>
        </li>
      ))}
    </ul>
  )
}
