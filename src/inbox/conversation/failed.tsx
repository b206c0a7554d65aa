import { lazy, Suspense, useState } from 'react'
import type { ShownMessage } from '#console/data/chat/messages.ts'
import type { Room } from '#console/data/chat/rooms.ts'
import { chooseTemplateFor, discardMessage, sendTemplate, sendText } from '#console/data/chat/write.ts'
import { has, t } from '#console/i18n/i18n.ts'
import { drawSentence } from '#console/kit/parts/sentence.tsx'
import { refusalText } from '#console/kit/text/refusal-text.ts'
import { Button } from '#console/ui/button.tsx'
import { confirm } from '#console/ui/confirm.ts'
import { readFailure } from '#contract/chat/send-errors.ts'
import { isolate } from '#contract/lib/value-parts.ts'
import { failureWords } from '../room/failure-words.ts'
import { reportFailure } from '../room/report-failure.ts'
import type { TroubleProps } from './trouble.tsx'

const TemplateDialog = lazy(() => import('../composer/template-dialog.tsx').then((module) => ({ default: module.TemplateDialog })))

/** Asks first: the text is lost afterwards. */
async function discard(seq: number) {
  const question = { title: t('chat.discardTitle'), detail: t('chat.discardDetail'), action: t('chat.discard'), cancel: t('app.cancel') }
  if (await confirm({ ...question, destructive: true })) await reportFailure(discardMessage(seq))
}

/** The problem of a value, or the reason of the refusal, in the person's language where it is known. */
function refusalOf({ message, reason, problem }: NonNullable<ShownMessage['parked']>): string {
  const id = `problem.${problem?.code}` as const
  return problem && has(id) ? t(id, problem.params) : refusalText({ message, reason })
}

interface ParkedProps {
  room: Room | null
  parked: NonNullable<ShownMessage['parked']>
  isTemplate: boolean
}

/** A parked message: the reason, and what a person may do. A refused template is chosen again. */
export function Parked({ room, parked, isTemplate }: ParkedProps) {
  const { why, message, seq } = parked
  const [choosing, setChoosing] = useState(false)
  const closed = room !== null && why === 'windowClosed'
  const wantsTemplate = closed || (room !== null && isTemplate && why === 'rejected')
  return (
    <fieldset
      aria-label={t('chat.tick.parked')}
      className="mt-1 flex max-w-80 flex-col gap-2 rounded-lg bg-warning-soft px-3 py-2 text-sm text-warning-text"
    >
      <p>{closed ? t('chat.parkedWindow') : message ? t('chat.parkedWhy', { why: isolate(refusalOf(parked)) }) : t('chat.parkedOther')}</p>
      <span className="flex flex-wrap gap-2">
        {wantsTemplate && (
          <Button size="small" onClick={() => setChoosing(true)}>
            {t('chat.chooseTemplate')}
          </Button>
        )}
        <Button size="small" onClick={() => void discard(seq)}>
          {t('chat.discard')}
        </Button>
      </span>
      {choosing && room && (
        <Suspense>
          <TemplateDialog
            room={room}
            onClose={() => setChoosing(false)}
            onSend={async (template) => {
              const isKept = await reportFailure(chooseTemplateFor(seq, template))
              if (isKept) setChoosing(false)
              return isKept
            }}
          />
        </Suspense>
      )}
    </fieldset>
  )
}

/** Why a message was not sent or waits, and what a person may do: nothing, where sending again would not help. */
export function Failed({ message: { tick, kind, content, template, failure }, room, mayWrite }: TroubleProps) {
  const [choosing, setChoosing] = useState(false)
  const [repeated, setRepeated] = useState(false)
  const error = failure ? readFailure(failure).error : null
  const waits = tick === 'device'
  const mayRepeat = !waits && error?.again !== 'no'
  const wantsTemplate = !waits && (error?.besides === 'window' || (mayRepeat && template !== null))
  return (
    <div className={`mt-1 flex max-w-80 flex-col items-end gap-1 text-end text-sm ${waits ? 'text-muted-foreground' : 'text-danger-text'}`}>
      <p>
        <bdi>{drawSentence(failureWords(failure))}</bdi> {waits && t('sending.again.self')}
        {mayRepeat && !template && t(kind === 'text' ? 'chat.failedText' : 'chat.failedMedia')}
      </p>
      {mayWrite && room && mayRepeat && !repeated && kind === 'text' && content && !template && (
        <Button
          size="small"
          onClick={() => {
            setRepeated(true)
            void reportFailure(sendText(room, { content })).then((isKept) => setRepeated(isKept))
          }}
        >
          {t('chat.sendAgain')}
        </Button>
      )}
      {mayWrite && room && wantsTemplate && (
        <Button size="small" onClick={() => setChoosing(true)}>
          {t('chat.chooseTemplate')}
        </Button>
      )}
      {choosing && room && (
        <Suspense>
          <TemplateDialog
            room={room}
            onClose={() => setChoosing(false)}
            onSend={async (chosen) => {
              const isKept = await reportFailure(sendTemplate(room, chosen))
              if (isKept) setChoosing(false)
              return isKept
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
