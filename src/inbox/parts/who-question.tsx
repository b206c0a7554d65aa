import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, use, useState } from 'react'
import { isParked, type ShownMessage } from '#console/data/chat/fold.ts'
import { useRoom } from '#console/data/chat/rooms.ts'
import { answerAccount, useDecision } from '#console/data/chat/who.ts'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { confirm } from '#console/ui/confirm.ts'
import type { AccountAnswer } from '#contract/chat/who.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { chatPlatform } from '#contract/sections/sales/chat-platform.ts'
import { reportFailure } from '../room/report-failure.ts'
import { PartsContext } from './context.ts'
import { Undecided } from './undecided.tsx'

const JoinDialog = lazy(() => import('../panel/join-dialog.tsx').then((module) => ({ default: module.JoinDialog })))

/** Asks first: neither answer can be taken back. */
async function answer(note: ShownMessage, said: AccountAnswer): Promise<void> {
  const question =
    said === 'same'
      ? { title: t('part.who.askSame'), detail: t('part.who.askSameDetail'), action: t('part.who.same') }
      : { title: t('part.who.askOther'), detail: t('part.who.askOtherDetail'), action: t('part.who.other') }
  if (await confirm({ ...question, cancel: t('app.cancel') })) await reportFailure(answerAccount(note, said))
}

function OpenOther({ room }: { room: string }) {
  const { history } = useRouter()
  return (
    <Button size="small" onClick={() => history.push(`/${chatPlatform.name}/list?room=${encodeURIComponent(room)}`)}>
      {t('part.who.open')}
    </Button>
  )
}

function decidedWords(decided: unknown, by: string): string {
  if (decided === 'same') return t('part.who.saidSame', { by })
  return by ? t('part.who.saidOther', { by }) : t('part.who.knownOther')
}

/** Under the note that another account answers: who it is, or what was decided and by whom. */
function Account({ note }: { note: ShownMessage }) {
  const mayWrite = use(PartsContext)?.mayWrite === true
  const row = useDecision(note.ref)
  const { decided, by, room, account } = note.values ?? {}
  const waits = row && !isParked(row)
  const isOpen = Boolean(account) && !decided && !waits
  return (
    <div className="flex flex-col items-center gap-1.5">
      {decided ? (
        <p className="text-sm">
          <bdi dir="auto">{decidedWords(decided, toText(by))}</bdi>
        </p>
      ) : (
        waits && <p className="text-sm">{t(row.patch.answer === 'same' ? 'part.who.same' : 'part.who.other')}</p>
      )}
      {decided === 'other' && typeof room === 'string' && <OpenOther room={room} />}
      {row && row.state !== 'done' && <Undecided row={row} />}
      {isOpen && mayWrite && (
        <fieldset aria-label={t('part.who.ask')} className="flex flex-wrap justify-center gap-2">
          <Button size="small" onClick={() => void answer(note, 'same')}>
            {t('part.who.same')}
          </Button>
          <Button size="small" onClick={() => void answer(note, 'other')}>
            {t('part.who.other')}
          </Button>
        </fieldset>
      )}
    </div>
  )
}

/** Under the note that another chat may be of the same customer. */
function Offer({ note, other }: { note: ShownMessage; other: string }) {
  const mayWrite = use(PartsContext)?.mayWrite === true
  const room = useRoom(note.room)
  const [joining, setJoining] = useState(false)
  if (!mayWrite || !room) return null
  return (
    <>
      <Button size="small" onClick={() => setJoining(true)}>
        {t('part.who.join')}
      </Button>
      {joining && (
        <Suspense>
          <JoinDialog room={room} other={other} onClose={() => setJoining(false)} />
        </Suspense>
      )}
    </>
  )
}

/** What people may do at a note; null for most. */
export function NoteActions({ note }: { note: ShownMessage }) {
  const { note_of: of, values } = note
  if (of === 'anotherAccount') return <Account note={note} />
  if (of === 'joinOffered' && typeof values?.room === 'string') return <Offer note={note} other={values.room} />
  if (of === 'parted' && typeof values?.room === 'string') return <OpenOther room={values.room} />
  return null
}
