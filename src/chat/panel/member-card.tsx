import { useRouter } from '@tanstack/react-router'
import { ReceiptText, UserRoundPlus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { Room } from '#console/data/chat/rooms.ts'
import { postMessage } from '#console/data/messages.ts'
import { useAccess } from '#console/data/session.ts'
import { loadSectionWords, t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { holds } from '#contract/kit/permission.ts'
import { isSectionName } from '#contract/sections/index.ts'
import { roomName } from '../room.ts'
import { PanelCard } from './side-panel.tsx'

/** With the words of members, which the products are told in. */
const MemberSummary = lazy(async () => {
  const [module] = await Promise.all([import('#console/commerce/member-summary.tsx'), loadSectionWords('member').catch(() => undefined)])
  return { default: module.MemberSummary }
})

/**
 * Whether the customer is a member, and the ways to make them one or to sell to them (part-2 section 5), each as soon as
 * there is a section to go to.
 */
export function MemberCard({ room }: { room: Room }) {
  const access = useAccess()
  const { history } = useRouter()
  const mayAdd = isSectionName('member') && holds(access, 'create member')
  const maySell = isSectionName('transaction') && holds(access, 'create transaction')
  const isMember = room.customer_id !== null && room.customer_id > 0
  const sell = () => {
    if (!isMember) return postMessage({ kind: 'error', text: t('chat.noMember') })
    history.push(`/transaction/add?fr=chat-platform&customer_id=${room.customer_id}`)
  }
  return (
    <PanelCard title={t('chat.member')}>
      <p className="text-sm text-muted-foreground">{isMember ? t('chat.memberIs', { id: room.customer_id ?? 0 }) : t('chat.notMember')}</p>
      {isMember && holds(access, 'get member') && (
        <Suspense>
          <MemberSummary id={room.customer_id ?? 0} />
        </Suspense>
      )}
      {(mayAdd || maySell) && (
        <div className="mt-3 flex flex-wrap gap-2">
          {mayAdd && !isMember && (
            <Button
              onClick={() =>
                history.push(
                  `/member/add?${new URLSearchParams({ fr: 'chat-platform', phone: room.customer_phone, name: roomName(room) })}`,
                )
              }
            >
              <UserRoundPlus aria-hidden="true" />
              {t('chat.addMember')}
            </Button>
          )}
          {maySell && (
            <Button onClick={sell}>
              <ReceiptText aria-hidden="true" />
              {t('chat.addTransaction')}
            </Button>
          )}
        </div>
      )}
    </PanelCard>
  )
}
