import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { toast } from 'sonner'
import { speak } from '#console/data/api/speech.ts'
import { type DataMessage, dropMessage, type MessageButton, messageStore } from '#console/data/base/messages.ts'
import { useStore } from '#console/data/base/store.ts'
import { alertAddress } from '#console/data/outbox/store/alert-text.ts'
import { getLocale, has, t, useLocale } from '#console/i18n/i18n.ts'
import type { MessageId } from '#console/i18n/message-id.ts'
import { conflictToast, openConflict } from '#console/kit/conflict/open.ts'
import { labelAt, namedProblems } from '#console/kit/text/named-problems.ts'
import { refusalText, refusedText } from '#console/kit/text/refusal-text.ts'
import { Toaster } from '#console/ui/toaster.tsx'
import { directionOf } from '#contract/choices/languages.ts'
import { resolvedTheme, usePreferences } from '../preferences/preferences.ts'
import { stayWhileHeld } from './stay-while-held.ts'
import { durationOf, roomMs } from './toast-duration.ts'

const isMessage = (id: string): id is MessageId => has(id)

function toastText({ text, reason, problems, message, values, fields }: DataMessage): string {
  if (problems) return namedProblems(problems.section, problems.fields).join('\n')
  if (text) return refusalText({ message: text, reason })
  const labelled = (list: readonly string[]) => joined(list.map((each) => labelAt(fields?.section ?? '', each)))
  const named = Object.entries(fields?.names ?? {}).map(([name, list]) => [name, labelled(list)])
  return message && isMessage(message) ? t(message, { ...values, ...Object.fromEntries(named) }) : t('app.wrong')
}

const joined = (words: readonly string[]) => new Intl.ListFormat(getLocale(), { type: 'conjunction' }).format(words)

const toAction = (button: MessageButton, open: (path: string) => void) => ({
  label: button.label,
  onClick: () => ('path' in button ? open(button.path) : button.run()),
})

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <>
    {lines.map((line) => (
      <span key={line} className="block truncate" dir="auto">
        {line}
      </span>
    ))}
  </>
)

/** Lines of a customer's message. Its banner stays as long as the pointer or the focus is on it, and anew with every further message. */
function RoomLines({ room, lines }: { room: string; lines: readonly string[] }) {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const banner = place.current?.closest('[data-sonner-toast]')
    return banner ? stayWhileHeld(banner, roomMs, () => toast.dismiss(room)) : undefined
  }, [room])
  return (
    <span ref={place}>
      <Lines lines={lines} />
    </span>
  )
}

/** Messages at the foot of the window; read aloud where that is enabled. */
export function ToastRegion() {
  const messages = useStore(messageStore)
  const locale = useLocale()
  const { theme } = usePreferences()
  const { history } = useRouter()
  useEffect(() => {
    if (!messages.length) return
    for (const { refused, ...posted } of messages) {
      const message: DataMessage = refused ? { ...posted, ...refusedText(refused) } : posted
      const words = toastText(message)
      dropMessage(message.id)
      const { conflict, room } = message
      const [main, other] = (message.buttons ?? []).map((button) => button && toAction(button, history.push))
      // The server's words are in its language, with their own direction.
      toast[message.kind](message.text && !message.problems ? <bdi>{words}</bdi> : words, {
        duration: durationOf(message),
        closeButton: message.kind === 'error',
        ...(message.lines && {
          description:
            room === undefined ? <Lines lines={message.lines} /> : <RoomLines key={message.id} room={room} lines={message.lines} />,
        }),
        ...(main && { action: main }),
        ...(other && { cancel: other }),
        ...(conflict !== undefined && {
          action: { label: t('outbox.decide'), onClick: () => void openConflict(conflict) },
          id: conflictToast,
        }),
        ...(room !== undefined && {
          action: { label: t('outbox.openChat'), onClick: () => history.push(alertAddress('room', room)) },
          id: room,
        }),
      })
      // The alert of a room's message is spoken where it is made.
      if (room === undefined) speak(words)
    }
  }, [messages, history])
  return <Toaster label={t('app.messages')} closeLabel={t('app.close')} theme={resolvedTheme(theme)} dir={directionOf(locale)} />
}
