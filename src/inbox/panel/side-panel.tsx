import { ArrowLeft, X } from 'lucide-react'
import { memo, Suspense } from 'react'
import type { Room } from '#console/data/chat/rooms.ts'
import { t } from '#console/i18n/i18n.ts'
import { latePiece } from '#console/kit/parts/late-piece.tsx'
import { Button } from '#console/ui/button.tsx'
import { usePhone } from '#console/ui/hooks/use-media.ts'
import { Skeleton } from '#console/ui/skeleton.tsx'
import type { ChatMay } from '../room/may.ts'
import { CustomerCard } from './customer-card.tsx'
import { MemberCard } from './member-card.tsx'
import { NotesCard } from './notes-card.tsx'
import { WorkCard } from './work-card.tsx'

const Broadcasts = latePiece(() => import('./broadcasts.tsx').then((module) => module.Broadcasts))

/** Details of the customer and work on the room. */
export const SidePanel = memo(function UnmemoizedSidePanel({ room, may, onClose }: { room: Room; may: ChatMay; onClose: () => void }) {
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
        <WorkCard room={room} may={may} />
        <NotesCard key={room.ref} room={room} may={may} />
        <MemberCard room={room} />
        <Suspense fallback={<Skeleton className="m-4 h-16" />}>
          <Broadcasts key={room.ref} room={room} />
        </Suspense>
      </div>
    </aside>
  )
})
