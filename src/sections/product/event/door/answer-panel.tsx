import { Ban, CircleCheck, Clock, ScanLine, TriangleAlert } from 'lucide-react'
import type { Answer } from '#console/data/door/answer.ts'
import { t } from '#console/i18n/i18n.ts'
import type { MessageId } from '#console/i18n/message-id.ts'
import { formatClock } from '#console/kit/text/format-more.ts'
import { toneClass } from '#console/kit/text/tone.ts'
import type { Signal } from './signal.ts'

/** 'failed': the device could not keep the mark. */
export type Shown = Answer | { kind: 'failed'; reason: string }

const words = {
  in: { title: 'door.in', detail: 'door.in.of' },
  already: { title: 'door.already', detail: 'door.already.since' },
  cancelled: { title: 'door.cancelled', detail: 'door.cancelled.of' },
  waiting: { title: 'door.waiting', detail: 'door.waiting.of' },
  retired: { title: 'door.retired', detail: 'door.retired.of' },
  wrongEvent: { title: 'door.wrongEvent', detail: 'door.wrongEvent.of' },
  unsigned: { title: 'door.unsigned', detail: 'door.unsigned.of' },
  unknown: { title: 'door.unknown', detail: 'door.unknown.of' },
  desk: { title: 'door.desk', detail: 'door.desk.of' },
  failed: { title: 'door.failed', detail: 'door.failed' },
} as const satisfies Record<Shown['kind'], { title: MessageId; detail: MessageId }>

export const signalOf = ({ kind }: Shown): Signal => (kind === 'in' ? 'good' : kind === 'already' ? 'warning' : 'bad')

const looks = {
  good: { Icon: CircleCheck, tone: toneClass.good },
  warning: { Icon: Clock, tone: toneClass.warning },
  bad: { Icon: Ban, tone: toneClass.bad },
} as const

/** Where somebody was admitted: the gate, or on which device. */
export function placeOf(gate: string | null, isHere: boolean): string {
  return gate ?? (isHere ? t('door.here') : t('door.elsewhere'))
}

function detailOf(shown: Shown): string {
  if (shown.kind === 'failed') return shown.reason
  if (shown.kind === 'in') return shown.isNew ? t('door.in.new') : ''
  if (shown.kind === 'already')
    return t('door.already.since', { time: formatClock(shown.first.at), place: placeOf(shown.first.gate, shown.isHere) })
  return t(words[shown.kind].detail)
}

const nameOf = (shown: Shown): string => ('name' in shown ? shown.name : '')

/** The answer to the last scan, readable at arm's length: a word, a colour, a sign and a name. */
export function AnswerPanel({ shown, at }: { shown: Shown | null; at: number }) {
  if (!shown)
    return (
      <div className={`flex min-h-32 items-center justify-center gap-3 rounded-lg p-4 ${toneClass.neutral}`}>
        <ScanLine aria-hidden="true" className="size-5 shrink-0" />
        <p className="text-base">{t('door.ready')}</p>
      </div>
    )
  const { Icon, tone } = looks[signalOf(shown)]
  const Sign = shown.kind === 'failed' ? TriangleAlert : Icon
  const [name, detail] = [nameOf(shown), detailOf(shown)]
  return (
    <div
      key={at}
      data-answer={shown.kind}
      className={`flex min-h-32 items-center gap-4 rounded-lg p-4 ${tone}`}
      style={{ boxShadow: 'inset 0 0 0 3px currentColor' }}
    >
      <Sign aria-hidden="true" className="shrink-0" style={{ inlineSize: '3.5rem', blockSize: '3.5rem' }} />
      <div className="min-w-0 flex-1">
        <p className="font-semibold" style={{ fontSize: '1.75rem', lineHeight: 1.2 }}>
          {t(words[shown.kind].title)}
        </p>
        {name && (
          <p className="break-words text-xl font-semibold">
            <bdi>{name}</bdi>
          </p>
        )}
        {detail && <p className="text-base">{detail}</p>}
      </div>
    </div>
  )
}
