import { lazy, type ReactElement, Suspense, useState } from 'react'
import type { ShownMessage } from '#console/data/chat/messages.ts'
import type { Room } from '#console/data/chat/rooms.ts'
import { chooseTemplateFor, discardMessage } from '#console/data/chat/write.ts'
import { loadMessages, t } from '#console/i18n/i18n.ts'
import { deferred } from '#console/kit/parts/deferred.tsx'
import { Button } from '#console/ui/button.tsx'
import { confirm } from '#console/ui/confirm.ts'
import { reportFailure } from '../room/report-failure.ts'

const TemplateDialog = lazy(() => import('../composer/template-dialog.tsx').then((module) => ({ default: module.TemplateDialog })))

/** Asks first: the text is lost afterwards. */
async function discard(seq: number) {
  const question = { title: t('chat.discardTitle'), detail: t('chat.discardDetail'), action: t('chat.discard'), cancel: t('app.cancel') }
  if (await confirm({ ...question, destructive: true })) await reportFailure(discardMessage(seq))
}

export interface TroubleProps {
  message: ShownMessage
  /** Null for a chat without a room: it has neither templates nor a time limit. */
  room: Room | null
  mayWrite: boolean
}

/** A parked message: the reason, and the two actions. */
function Parked({ room, parked: { why, message, seq } }: { room: Room | null; parked: NonNullable<ShownMessage['parked']> }) {
  const [choosing, setChoosing] = useState(false)
  const closed = room !== null && why === 'windowClosed'
  return (
    <fieldset
      aria-label={t('chat.tick.parked')}
      className="mt-1 flex max-w-80 flex-col gap-2 rounded-lg bg-warning-soft px-3 py-2 text-sm text-warning-text"
    >
      <p>{closed ? t('chat.parkedWindow') : message ? t('chat.parkedWhy', { why: message }) : t('chat.parkedOther')}</p>
      <span className="flex flex-wrap gap-2">
        {closed && (
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

const Failed = deferred(async () => (await Promise.all([import('./failed.tsx'), loadMessages('sending')]))[0].Failed)

/** Problem of an outgoing message with its actions; null where there is none. */
export function troubleOf(props: TroubleProps): ReactElement | null {
  const { tick, parked, failure } = props.message
  if (tick === 'parked' && parked) return <Parked room={props.room} parked={parked} />
  if (tick !== 'failed' && !(tick === 'device' && failure)) return null
  return (
    <Suspense>
      <Failed {...props} />
    </Suspense>
  )
}
