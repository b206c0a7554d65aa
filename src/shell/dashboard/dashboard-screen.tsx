import { Suspense } from 'react'
import { useSession } from '#console/data/api/session.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { loadSectionWords, t } from '#console/i18n/i18n.ts'
import { latePiece } from '#console/kit/parts/late-piece.tsx'
import { StaleNotice } from '#console/kit/parts/stale-notice.tsx'
import { useTitle } from '#console/ui/hooks/use-title.ts'
import { useItems } from '../base/navigation.ts'
import { FollowUps } from './follow-ups.tsx'
import { LeadsByStatus } from './leads-by-status.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { WaitingCard } from './waiting-card.tsx'

/** Loaded with the words of members, used for products. */
const CommerceLists = latePiece(async () => {
  const [module] = await Promise.all([import('./commerce-lists.tsx'), loadSectionWords('member').catch(() => undefined)])
  return module.CommerceLists
})

/** Start of a day: own leads, follow-ups, unsent changes. Works offline. */
export function DashboardScreen() {
  useTitle(t('nav.dashboard'))
  const name = useSession().session?.user.name ?? ''
  const items = useItems()
  const sees = (itemName: string) => items.some((item) => item.name === itemName)
  const seesLeads = sees('leads')
  const [seesOrders, seesMembers] = [sees('transaction'), sees('member')]
  return (
    <div className="mx-auto grid w-full max-w-6xl grid-cols-1 gap-6 px-4 py-6 md:px-6 md:py-8">
      <header>
        <h1 className="text-2xl font-semibold tracking-tight">{t('dashboard.hello', { name: name.split(' ')[0] ?? name })}</h1>
        <p className="mt-1 text-base text-muted-foreground">{t('dashboard.detail')}</p>
      </header>
      {seesLeads && <StaleNotice queryKey={queryKeys.lists('leads')} />}
      {seesLeads && <LeadsByStatus />}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[1.6fr_1fr]">
        {seesLeads ? <FollowUps /> : <Shortcuts />}
        <WaitingCard />
      </div>
      {(seesOrders || seesMembers) && (
        <Suspense>
          <CommerceLists seesOrders={seesOrders} seesMembers={seesMembers} />
        </Suspense>
      )}
    </div>
  )
}
