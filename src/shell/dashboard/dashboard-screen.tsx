import { type ComponentType, type ReactNode, Suspense, useState } from 'react'
import { useConfig } from '#console/data/api/config.ts'
import { useAccess, useSession } from '#console/data/api/session.ts'
import { firstRow } from '#console/data/base/deferred.ts'
import { isSetupOffered } from '#console/data/base/device-preferences.ts'
import { serverDate } from '#console/data/base/server-clock.ts'
import { useStore } from '#console/data/base/store.ts'
import { outboxStore } from '#console/data/query/outbox-store.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { loadMessages, loadSectionWords, t } from '#console/i18n/i18n.ts'
import { deferred } from '#console/kit/parts/deferred.tsx'
import { StaleNotice } from '#console/kit/parts/stale-notice.tsx'
import { useTitle } from '#console/ui/hooks/use-title.ts'
import { wibDay } from '#contract/lib/wib.ts'
import { opens } from '#contract/nav.ts'
import { type ReportName, reports } from '#contract/reports/index.ts'
import { sections } from '#contract/sections/index.ts'
import { areas } from '../base/nav.ts'
import { isThere } from '../base/require-access.ts'
import { type CardQuery, type Duty, dutiesOf, type ListCard, type ListCardName, listCards, listCardsOf } from './cards.ts'
import { FollowUps } from './follow-ups.tsx'
import { LeadsByStatus } from './leads-by-status.tsx'
import type { ReportCardProps } from './report-numbers.tsx'
import { WaitingCard } from './waiting-card.tsx'

type Piece = ComponentType<{ query: CardQuery }>

const listPiece = (card: ListCard): Piece =>
  deferred(async () => {
    const words = loadSectionWords(card.section).catch(() => undefined)
    const [{ ShortList }, section] = await Promise.all([import('./short-list.tsx'), sections[card.section](), words])
    return ({ query }) => <ShortList section={section} card={card} query={query} />
  })

/** Each loaded when it is drawn first. */
const lists = new Map<ListCardName, Piece>(listCards.map((card) => [card.name, listPiece(card)]))

const reportPiece = (name: ReportName, part: 'TotalsOfMonth' | 'OwnMonth' | 'RowsOfMonth') =>
  deferred(async () => {
    const [module, report] = await Promise.all([import('./report-numbers.tsx'), reports[name](), loadMessages('reports')])
    const Part = module[part]
    return (props: Omit<ReportCardProps, 'report'>) => <Part report={report} {...props} />
  })
const AddLinks = deferred(async () => {
  const [module] = await Promise.all([import('./add-links.tsx'), loadMessages('sections')])
  return module.AddLinks
})
const SetupOffer = deferred(async () => {
  await firstRow
  const [module] = await Promise.all([import('../device/setup-offer.tsx'), loadMessages(['alerts', 'memory', 'preferences'])])
  return module.SetupOffer
})
const Revenue = reportPiece('scoreboard', 'TotalsOfMonth')
const NewMembers = reportPiece('new-members', 'TotalsOfMonth')
const OwnScore = reportPiece('scoreboard', 'OwnMonth')
const LeadSources = reportPiece('lead-sources', 'RowsOfMonth')

/** A card in two columns. Its distance is a padding: at the end of a column engines drop margins, or begin the next one with them. */
const Place = ({ children }: { children: ReactNode }) => <div className="break-inside-avoid pb-6 empty:hidden">{children}</div>

/** Start of a day, by what the person does: what waits for them, and below it how the month goes. Works offline. */
export function DashboardScreen() {
  useTitle(t('nav.dashboard'))
  const { session } = useSession()
  const access = useAccess()
  const duties = dutiesOf(access)
  useConfig()
  const sees = (name: string) => areas.some((area) => area.name === name && isThere(area) && opens(area, access))
  const does = (duty: Duty) => duties.includes(duty)
  const person = session?.user.name ?? ''
  const me = String(session?.user.id ?? 0)
  const today = wibDay(serverDate())
  const seesScores = sees('report-score-board')
  const showsLeads = sees('leads') && (does('sales') || does('manager') || !duties.length)
  const cards = listCardsOf(duties, sees)
  // What needs the person comes first, what is only not sent yet last.
  const isParked = useStore(outboxStore, ({ rows }) => rows.some(({ state }) => state === 'parked'))
  const [isOffered] = useState(isSetupOffered)
  const scoreboard = { href: '/report/score-board', mayOpen: sees }
  return (
    <div className="mx-auto grid w-full max-w-6xl grid-cols-1 gap-6 px-4 py-6 md:px-6 md:py-8">
      <header>
        <h1 className="text-2xl font-semibold tracking-tight">{t('dashboard.hello', { name: person.split(' ')[0] ?? person })}</h1>
        <p className="mt-1 mb-3 text-base text-muted-foreground">{t('dashboard.detail')}</p>
        <Suspense fallback={<div className="h-control" />}>
          <AddLinks />
        </Suspense>
      </header>
      <Suspense>{isOffered && <SetupOffer />}</Suspense>
      {showsLeads && <StaleNotice queryKey={queryKeys.lists('leads')} />}
      <div className="-mb-6 gap-6 lg:columns-2">
        <Place>{isParked && <WaitingCard />}</Place>
        <Place>{showsLeads && <FollowUps />}</Place>
        {cards.map((card) => {
          const List = lists.get(card.name)
          const duty = card.duties.find(does)
          return (
            List && (
              <Place key={card.name}>
                <Suspense>
                  <List query={card.query(me, today, duty)} />
                </Suspense>
              </Place>
            )
          )
        })}
        <Place>{!isParked && <WaitingCard />}</Place>
        <Place>
          {does('manager') && sees('leads') && (
            <Suspense>
              <LeadSources title={t('dashboard.card.lead-sources')} mayOpen={sees} />
            </Suspense>
          )}
        </Place>
      </div>
      {(does('manager') || does('finance')) && (
        <Suspense>
          <div className="grid grid-cols-1 gap-6 lg:grid-cols-[3fr_1fr]">
            {seesScores && <Revenue title={t('dashboard.card.revenue')} {...scoreboard} />}
            {does('manager') && sees('member') && <NewMembers title={t('dashboard.card.new-members')} mayOpen={sees} />}
          </div>
        </Suspense>
      )}
      {does('sales') && seesScores && (
        <Suspense>
          <OwnScore title={t('dashboard.card.own-score')} {...scoreboard} />
        </Suspense>
      )}
      {showsLeads && <LeadsByStatus />}
    </div>
  )
}
