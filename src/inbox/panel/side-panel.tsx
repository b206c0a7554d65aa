import { ArrowLeft, Copy, ExternalLink, Pencil, Phone, X } from 'lucide-react'
import { type FormEvent, memo, Suspense, useEffect, useRef, useState } from 'react'
import { postMessage } from '#console/data/base/messages.ts'
import { isVisible } from '#console/data/base/visible.ts'
import { showUsername } from '#console/data/chat/room-name.ts'
import type { Room } from '#console/data/chat/rooms.ts'
import { loadMessages, loadSectionWords, t } from '#console/i18n/i18n.ts'
import { deferred } from '#console/kit/parts/deferred.tsx'
import { formatDate } from '#console/kit/text/format.ts'
import { keyAction } from '#console/kit/text/keys.ts'
import { showPhone, telLink, whatsappLink } from '#console/kit/text/phone.ts'
import { useStableCallback } from '#console/kit/text/use-stable-callback.ts'
import { Button, buttonClass } from '#console/ui/button.tsx'
import { usePhone } from '#console/ui/hooks/use-media.ts'
import { Input } from '#console/ui/input.tsx'
import { Skeleton } from '#console/ui/skeleton.tsx'
import { Textarea } from '#console/ui/textarea.tsx'
import { chatPlatform } from '#contract/sections/sales/chat-platform.ts'
import { change } from '../room/change.ts'
import { InitialsAvatar } from '../room/initials-avatar.tsx'
import type { ChatMay } from '../room/may.ts'
import { roomName } from '../room/room.ts'
import { PanelCard } from './panel-card.tsx'
import { WorkCard } from './work-card.tsx'

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
function CustomerCard({ room, may }: { room: Room; may: ChatMay }) {
  const [renaming, setRenaming] = useState(false)
  const name = roomName(room)
  const username = showUsername(room)
  const own = room.customer_name && room.customer_name !== name ? room.customer_name : null
  return (
    <section aria-label={t('chat.customer')} className="flex flex-col items-center gap-1 px-4 pt-6 pb-5 text-center">
      <InitialsAvatar name={name} seed={room.customer_phone || room.ref} className="mb-2 size-16 text-xl" />
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
      {username && (
        <bdi dir="ltr" className="max-w-full truncate text-sm text-muted-foreground">
          {username}
          {room.username_until && <bdi dir="auto">{` (${t('chat.usernameUntil', { at: formatDate(room.username_until) })})`}</bdi>}
        </bdi>
      )}
      {room.customer_phone ? (
        <>
          <bdi dir="ltr" className="text-sm text-muted-foreground tabular-nums">
            {showPhone(room.customer_phone)}
          </bdi>
          <span className="mt-3 flex flex-wrap justify-center gap-2">
            <a href={telLink(room.customer_phone)} className={buttonClass({})}>
              <Phone aria-hidden="true" />
              {t('chat.call')}
            </a>
            <Button onClick={() => void copy(`+${room.customer_phone}`)}>
              <Copy aria-hidden="true" />
              {t('chat.copy')}
            </Button>
            <a href={whatsappLink(room.customer_phone)} target="_blank" rel="noopener noreferrer" className={buttonClass({})}>
              <ExternalLink aria-hidden="true" className="rtl:-scale-x-100" />
              wa.me
            </a>
          </span>
        </>
      ) : (
        <p className="text-sm text-muted-foreground">{t('chat.noNumberYet')}</p>
      )}
    </section>
  )
}

/** Internal notes; saved when the box or the page is left, online or offline. */
function NotesCard({ room, may }: { room: Room; may: ChatMay }) {
  const saved = room.notes ?? ''
  const [text, setText] = useState(saved)
  /** Base text when the person began to write: the server keeps later notes of others beside it. */
  const was = useRef(saved)
  useEffect(() => {
    // Notes of others replace the text only where nothing was typed.
    setText((old) => {
      if (old !== was.current) return old
      was.current = saved
      return saved
    })
  }, [saved])
  const save = async () => {
    const before = was.current
    if (text === before) return
    was.current = text
    if (!(await change([room], { notes: text, was: before }))) was.current = before
  }
  const leave = useStableCallback(() => void save())
  useEffect(() => {
    const hide = () => void (isVisible() || leave())
    document.addEventListener('visibilitychange', hide)
    return () => {
      document.removeEventListener('visibilitychange', hide)
      // Changing the room also leaves the box.
      leave()
    }
  }, [leave])
  return (
    <PanelCard title={t('field.notes')}>
      <Textarea
        {...(text && { dir: 'auto' })}
        rows={3}
        readOnly={!may.update}
        maxLength={chatPlatform.fields.notes.max}
        aria-label={t('field.notes')}
        placeholder={t('chat.notesHint')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={() => void save()}
      />
    </PanelCard>
  )
}

/** With the words of members and orders, and of leads that are made from a chat. */
const CustomerPanel = deferred(async () => {
  const words = Promise.all([loadSectionWords('member', 'transaction'), loadMessages('parts')]).catch(() => undefined)
  const [module] = await Promise.all([import('#console/commerce/customer-panel.tsx'), words])
  return module.CustomerPanel
})

/** With the words of notes, which say the same. */
const joins = async () => (await Promise.all([import('./joins-card.tsx'), loadMessages('parts').catch(() => undefined)]))[0]
const JoinsCard = deferred(async () => (await joins()).JoinsCard)
const OnHold = deferred(async () => (await joins()).OnHold)

/** The customer's membership and orders. */
function MemberCard({ room }: { room: Room }) {
  return (
    <PanelCard title={t('chat.member')}>
      <Suspense fallback={<Skeleton className="h-16" />}>
        {room.cut_place ? (
          <OnHold />
        ) : (
          <CustomerPanel key={room.ref} name={roomName(room)} customer_phone={room.customer_phone} customer_id={room.customer_id} />
        )}
      </Suspense>
    </PanelCard>
  )
}

const PromotionsCard = deferred(async () => {
  const words = loadMessages('parts').catch(() => undefined)
  return (await Promise.all([import('./promotions-card.tsx'), words]))[0].PromotionsCard
})

const Broadcasts = deferred(() => import('./broadcasts.tsx').then((module) => module.Broadcasts))

interface SidePanelProps {
  room: Room
  may: ChatMay
  onClose: () => void
}

/** Details of the customer and work on the room. */
export const SidePanel = memo(function UnmemoizedSidePanel({ room, may, onClose }: SidePanelProps) {
  const phone = usePhone()
  const Title = phone ? 'h1' : 'h2'
  return (
    <aside aria-label={t('chat.about')} data-about={room.ref} className="flex h-full min-h-0 flex-col bg-background">
      <header className="flex min-h-15 items-center gap-1 border-b ps-1 pe-2 pt-(--chat-safe-top) md:ps-4">
        <Button variant="quiet" size="icon" className="md:hidden" aria-label={t('app.back')} onClick={onClose}>
          <ArrowLeft aria-hidden="true" className="rtl:-scale-x-100" />
        </Button>
        <Title className="min-w-0 flex-1 truncate text-base font-semibold">{t('chat.about')}</Title>
        <Button variant="quiet" size="icon" className="max-md:hidden" aria-label={t('chat.hidePanel')} onClick={onClose}>
          <X aria-hidden="true" />
        </Button>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain pb-(--chat-safe-bottom)">
        <CustomerCard room={room} may={may} />
        <WorkCard room={room} may={may} onAssigned={phone ? onClose : undefined} />
        {room.promotions_stopped && (
          <Suspense>
            <PromotionsCard room={room} may={may} />
          </Suspense>
        )}
        <NotesCard key={room.ref} room={room} may={may} />
        <MemberCard room={room} />
        <Suspense fallback={<Skeleton className="m-4 h-16" />}>
          <JoinsCard key={room.ref} room={room} may={may} />
        </Suspense>
        <Suspense fallback={<Skeleton className="m-4 h-16" />}>
          <Broadcasts key={room.ref} room={room} />
        </Suspense>
      </div>
    </aside>
  )
})
