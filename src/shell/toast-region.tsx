import { useEffect } from 'react'
import { toast } from 'sonner'
import { type DataMessage, dropMessage, messageStore } from '#console/data/messages.ts'
import { speak } from '#console/data/speech.ts'
import { useStore } from '#console/data/store.ts'
import { localised } from '#console/i18n/fixed-messages.ts'
import { getLocale, has, t, useLocale } from '#console/i18n/i18n.ts'
import { directionOf } from '#console/i18n/locales.ts'
import type { MessageId } from '#console/i18n/message-id.ts'
import { conflictToast, openConflict } from '#console/kit/conflict/open.ts'
import { fieldLabel } from '#console/kit/labels.ts'
import { Toaster } from '#console/ui/toaster.tsx'
import { resolvedTheme, usePreferences } from './preferences/preferences.ts'

const isMessage = (id: string): id is MessageId => has(id)

function wordsOf({ text, message, values, fields = {} }: DataMessage): string {
  if (text) return localised(text)
  const named = Object.entries(fields).map(([name, list]) => [name, joined(list.map(fieldLabel))])
  return message && isMessage(message) ? t(message, { ...values, ...Object.fromEntries(named) }) : t('app.wrong')
}

const joined = (words: readonly string[]) => new Intl.ListFormat(getLocale(), { type: 'conjunction' }).format(words)

/** A failure stays long enough to be read, what was merged as well; the specification's 2000 ms is for news. */
const longer = 6_000
/** What asks for a decision waits for the hand, too. */
const longest = 12_000

/** The messages at the foot of the window; each is also read aloud where that is switched on. */
export function ToastRegion() {
  const messages = useStore(messageStore)
  const locale = useLocale()
  const { theme } = usePreferences()
  useEffect(() => {
    for (const message of messages) {
      const words = wordsOf(message)
      dropMessage(message.id)
      const { conflict } = message
      // The server's words are in its own language, whichever way the page runs.
      toast[message.kind](message.text ? <bdi>{words}</bdi> : words, {
        ...((message.kind === 'error' || message.fields) && { duration: longer }),
        ...(conflict !== undefined && {
          action: { label: t('outbox.decide'), onClick: () => void openConflict(conflict) },
          duration: longest,
          id: conflictToast,
        }),
      })
      speak(words)
    }
  }, [messages])
  return <Toaster label={t('app.messages')} theme={resolvedTheme(theme)} dir={directionOf(locale)} />
}
