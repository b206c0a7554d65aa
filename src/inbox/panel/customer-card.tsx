import { Copy, ExternalLink, Pencil } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { postMessage } from '#console/data/base/messages.ts'
import type { Room } from '#console/data/chat/rooms.ts'
import { t } from '#console/i18n/i18n.ts'
import { keyAction } from '#console/kit/text/keys.ts'
import { showPhone } from '#console/kit/text/phone.ts'
import { Button, buttonClass } from '#console/ui/button.tsx'
import { Input } from '#console/ui/input.tsx'
import { change } from '../room/change.ts'
import { InitialsAvatar } from '../room/initials-avatar.tsx'
import type { ChatMay } from '../room/may.ts'
import { roomName } from '../room/room.ts'

async function copy(text: string) {
  try {
    await navigator.clipboard.writeText(text)
    postMessage({ kind: 'success', text: t('chat.copied') })
  } catch {
    postMessage({ kind: 'error', text: t('chat.notCopied') })
  }
}

function Rename({ room, onDone }: { room: Room; onDone: () => void }) {
  const [name, setName] = useState(room.contact_name ?? room.customer_name ?? '')
  async function save(event: FormEvent) {
    event.preventDefault()
    const next = name.trim()
    if (next === '' || next === room.contact_name || (await change([room], { contact_name: next }))) onDone()
  }
  return (
    <form className="flex w-full gap-1.5" onSubmit={(event) => void save(event)}>
      <Input
        autoFocus
        dir="auto"
        maxLength={120}
        value={name}
        aria-label={t('chat.contactName')}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (keyAction('contact', event) !== 'leave') return
          event.stopPropagation()
          onDone()
        }}
      />
      <Button type="submit" variant="primary">
        {t('app.save')}
      </Button>
    </form>
  )
}

/** Identity and contacts of the customer. */
export function CustomerCard({ room, may }: { room: Room; may: ChatMay }) {
  const [renaming, setRenaming] = useState(false)
  const name = roomName(room)
  const own = room.customer_name && room.customer_name !== name ? room.customer_name : null
  return (
    <section aria-label={t('chat.customer')} className="flex flex-col items-center gap-1 px-4 pt-6 pb-5 text-center">
      <InitialsAvatar name={name} seed={room.customer_phone} className="mb-2 size-16 text-xl" />
      {renaming ? (
        <Rename room={room} onDone={() => setRenaming(false)} />
      ) : (
        <span className="flex max-w-full items-center">
          <bdi className="min-w-0 truncate text-lg font-semibold">{name}</bdi>
          {may.update && (
            <Button variant="quiet" size="smallIcon" aria-label={t('chat.editName')} onClick={() => setRenaming(true)}>
              <Pencil aria-hidden="true" />
            </Button>
          )}
        </span>
      )}
      {own && <bdi className="max-w-full truncate text-sm text-muted-foreground">~{own}</bdi>}
      <bdi dir="ltr" className="text-sm text-muted-foreground tabular-nums">
        {showPhone(room.customer_phone)}
      </bdi>
      <span className="mt-3 flex gap-2">
        <Button onClick={() => void copy(`+${room.customer_phone}`)}>
          <Copy aria-hidden="true" />
          {t('chat.copy')}
        </Button>
        <a href={`https://wa.me/${room.customer_phone}`} target="_blank" rel="noopener noreferrer" className={buttonClass({})}>
          <ExternalLink aria-hidden="true" className="rtl:-scale-x-100" />
          wa.me
        </a>
      </span>
    </section>
  )
}
