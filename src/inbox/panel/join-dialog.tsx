import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { type Room, useRoom, useRooms } from '#console/data/chat/rooms.ts'
import { joinChats } from '#console/data/chat/who.ts'
import { t } from '#console/i18n/i18n.ts'
import { SearchBox } from '#console/kit/parts/search-box.tsx'
import { drawSentence } from '#console/kit/parts/sentence.tsx'
import { formatDateTime } from '#console/kit/text/format.ts'
import { Button } from '#console/ui/button.tsx'
import { ResponsiveDialog } from '#console/ui/responsive-dialog.tsx'
import { chatPlatform } from '#contract/sections/sales/chat-platform.ts'
import { InitialsAvatar } from '../room/initials-avatar.tsx'
import { reportFailure } from '../room/report-failure.ts'
import { roomContact, roomName } from '../room/room.ts'

const shownRooms = 50

/** What tells a chat from others. */
function Chat({ room }: { room: Room }) {
  const name = roomName(room)
  const contact = roomContact(room)
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3">
      <InitialsAvatar name={name} seed={room.customer_phone || room.ref} className="size-10" />
      <span className="min-w-0 flex-1 text-start text-sm">
        <bdi className="block w-fit max-w-full truncate font-medium">{name}</bdi>
        <span className="block truncate text-xs text-muted-foreground">
          {contact && contact !== name && <bdi dir="ltr">{contact}</bdi>} {room.last_message_at && formatDateTime(room.last_message_at)}
        </span>
        {room.last_message && (
          <bdi dir="auto" className="block w-fit max-w-full truncate text-xs text-muted-foreground">
            {drawSentence(room.last_message)}
          </bdi>
        )}
      </span>
    </span>
  )
}

/** Chats of the same number of ours that may be joined with one: an open question there is answered first. */
function Choice({ room, onChoose }: { room: Room; onChoose: (ref: string) => void }) {
  const [search, setSearch] = useState('')
  const { rooms, state } = useRooms({ search, page: 1, size: shownRooms })
  const others = rooms.filter(
    ({ ref, whatsapp_number, cut_place }) => ref !== room.ref && whatsapp_number === room.whatsapp_number && !cut_place,
  )
  return (
    <div className="flex flex-col gap-3 px-5 py-4">
      <SearchBox value={search} onSearch={setSearch} />
      {others.length === 0 && state !== 'loading' && <p className="text-sm text-muted-foreground">{t('part.who.noChats')}</p>}
      <ul className="flex flex-col gap-1">
        {others.map((each) => (
          <li key={each.ref}>
            <Button variant="quiet" className="h-auto w-full justify-start py-2" onClick={() => onChoose(each.ref)}>
              <Chat room={each} />
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface JoinDialogProps {
  room: Room
  /** Ref of the other one, if it is known. */
  other?: string
  onClose: () => void
}

/** Joins two chats of one customer: both are shown first. */
export function JoinDialog({ room, other, onClose }: JoinDialogProps) {
  const [chosen, setChosen] = useState<string | null>(other ?? null)
  const second = useRoom(chosen)
  const [busy, setBusy] = useState(false)
  const { history } = useRouter()
  const mayJoin = second && second.ref !== room.ref && second.whatsapp_number === room.whatsapp_number
  async function join() {
    if (!second) return
    setBusy(true)
    const isKept = await reportFailure(joinChats(room, second))
    setBusy(false)
    if (!isKept) return
    onClose()
    // The older one stays.
    const isSecond = Date.parse(second.created_at) - Date.parse(room.created_at) < 0
    if (isSecond) history.push(`/${chatPlatform.name}/list?room=${encodeURIComponent(second.ref)}`)
  }
  return (
    <ResponsiveDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('part.who.joinTitle')}
      description={t('part.who.joinDetail')}
      closeLabel={t('app.close')}
      footer={
        chosen !== null && (
          <>
            <Button onClick={() => setChosen(null)}>{t('part.who.chooseAgain')}</Button>
            <Button variant="primary" busy={busy} disabled={!mayJoin} onClick={() => void join()}>
              {t('part.who.doJoin')}
            </Button>
          </>
        )
      }
    >
      {chosen === null ? (
        <Choice room={room} onChoose={setChosen} />
      ) : (
        <ul aria-label={t('part.who.both')} className="flex flex-col divide-y px-5 py-4">
          {[room, second].map(
            (each) =>
              each && (
                <li key={each.ref} className="flex py-3">
                  {<Chat room={each} />}
                </li>
              ),
          )}
          {second === null && <li className="py-3 text-sm text-muted-foreground">{t('part.who.noChats')}</li>}
        </ul>
      )}
    </ResponsiveDialog>
  )
}
