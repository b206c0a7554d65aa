import type { KeyboardEvent } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { keyAction } from '#console/kit/text/keys.ts'

/** Emoji often used in answers: four rows of eight. */
const emoji = [
  ...['😀', '😄', '😁', '😅', '😂', '🙂', '😊', '😉'],
  ...['😍', '🥰', '😘', '🤗', '🤔', '😮', '😢', '😭'],
  ...['😇', '😎', '🥳', '🤩', '😴', '😡', '🙈', '💪'],
  ...['👍', '👎', '👌', '🙏', '👏', '🙌', '🤝', '👋'],
  ...['❤️', '💚', '🔥', '✨', '🎉', '🎁', '⭐', '💯'],
  ...['✅', '❌', '⚠️', '❓', '❗', '📌', '📎', '📅'],
  ...['📈', '📉', '📊', '💰', '💳', '🧾', '🏦', '💹'],
  ...['☕', '🌞', '🌙', '⏰', '📞', '📱', '💬', '📝'],
] as const

const columns = 8

/** Arrow keys move focus; Tab leaves it. */
function walk(event: KeyboardEvent<HTMLDivElement>) {
  const toward = document.documentElement.dir === 'rtl' ? -1 : 1
  const action = keyAction('emoji', event)
  if (!action) return
  const step = { right: toward, left: -toward, down: columns, up: -columns }[action]
  event.preventDefault()
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = event.target instanceof HTMLButtonElement ? buttons.indexOf(event.target) : -1
  buttons[Math.min(buttons.length - 1, Math.max(0, at + step))]?.focus()
}

/** All of them, walked by arrow keys. */
export function EmojiGrid({ onPick }: { onPick: (sign: string) => void }) {
  return (
    <div role="toolbar" aria-label={t('chat.emoji')} className="-m-1.5 grid grid-cols-8" onKeyDown={walk}>
      {emoji.map((sign) => (
        <button
          key={sign}
          type="button"
          aria-label={sign}
          className="grid size-9 place-items-center rounded-md text-xl hover:bg-muted touch:size-11"
          onClick={() => onPick(sign)}
        >
          {sign}
        </button>
      ))}
    </div>
  )
}
