import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { request } from '#console/data/api/request.ts'
import { useStore } from '#console/data/base/store.ts'
import { type Run, runsStore } from '#console/data/chat/memory.ts'
import type { Room } from '#console/data/chat/rooms.ts'
import { partChats, useDecision } from '#console/data/chat/who.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { t } from '#console/i18n/i18n.ts'
import { formatDate } from '#console/kit/text/format.ts'
import { showPhone } from '#console/kit/text/phone.ts'
import { Button } from '#console/ui/button.tsx'
import { confirm } from '#console/ui/confirm.ts'
import { type RoomJoin, roomJoins } from '#contract/chat/who.ts'
import { Undecided } from '../parts/undecided.tsx'
import type { ChatMay } from '../room/may.ts'
import { reportFailure } from '../room/report-failure.ts'
import { PanelCard } from './panel-card.tsx'

const JoinDialog = lazy(() => import('./join-dialog.tsx').then((module) => ({ default: module.JoinDialog })))

async function part(room: Room, { id }: RoomJoin): Promise<void> {
  const question = { title: t('part.who.partTitle'), detail: t('part.who.partDetail'), action: t('part.who.part'), cancel: t('app.cancel') }
  if (await confirm(question)) await reportFailure(partChats(room, id))
}

function Join({ room, join, mayPart }: { room: Room; join: RoomJoin; mayPart: boolean }) {
  const { name, customer_phone: phone, at, by, until, customer_id: member } = join
  const values = { at: formatDate(at), until: formatDate(until) }
  return (
    <li className="flex items-start justify-between gap-3 py-2 text-sm">
      <span className="min-w-0">
        <bdi className="block w-fit max-w-full truncate font-medium">{name === phone ? showPhone(phone) : name || t('chat.unnamed')}</bdi>
        <span className="block text-xs text-muted-foreground">
          <bdi dir="auto">{by ? t('part.who.joinedBy', { ...values, by }) : t('part.who.joined', values)}</bdi>
        </span>
        {member !== null && member !== undefined && (
          <span className="block text-xs text-warning-text">{t('part.who.otherMember', { id: member })}</span>
        )}
      </span>
      {mayPart && (
        <Button size="small" onClick={() => void part(room, join)}>
          {t('part.who.part')}
        </Button>
      )}
    </li>
  )
}

/** In the place of the member's data, while another account answers under the number. */
export function OnHold() {
  return <p className="text-sm text-muted-foreground">{t('part.who.onHold')}</p>
}

/** Joining and parting each leave a note in the chat, with which the list has changed. */
const lastJoinNote = (run: Run | undefined): string | undefined =>
  [...(run?.messages ?? []), ...(run?.outside ?? [])].findLast(({ note_of }) => note_of === 'joined' || note_of === 'parted')?.ref

/** Chats that are one with this one by now, and joining with another one. */
export function JoinsCard({ room, may }: { room: Room; may: ChatMay }) {
  const params = { id: room.ref }
  const [joining, setJoining] = useState(false)
  const row = useDecision(room.ref)
  const waits = row !== undefined && row.state !== 'done'
  const changedBy = useStore(runsStore, (runs) => lastJoinNote(runs.get(room.ref)))
  const { data } = useQuery({
    queryKey: queryKeys.call(roomJoins.name, { ...params, changedBy }),
    queryFn: ({ signal }) => request<{ joins: RoomJoin[] }>(roomJoins, { params, signal }),
    placeholderData: (before) => before,
  })
  const joins = data?.joins ?? []
  if (!may.update && joins.length === 0) return null
  return (
    <PanelCard title={t('part.who.title')}>
      <ul className="flex flex-col divide-y">
        {joins.map((join) => (
          <Join key={join.id} room={room} join={join} mayPart={may.update && !waits && !room.cut_place} />
        ))}
      </ul>
      {waits && <Undecided row={row} />}
      {room.cut_place ? (
        <p className="text-sm text-muted-foreground">{t('part.who.question')}</p>
      ) : (
        may.update &&
        !waits && (
          <Button size="small" onClick={() => setJoining(true)}>
            {t('part.who.join')}
          </Button>
        )
      )}
      {joining && (
        <Suspense>
          <JoinDialog room={room} onClose={() => setJoining(false)} />
        </Suspense>
      )}
    </PanelCard>
  )
}
