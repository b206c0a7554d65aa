import {
  AlarmClock,
  CalendarCheck,
  CalendarClock,
  CirclePlus,
  CloudUpload,
  type LucideIcon,
  MessagesSquare,
  ReceiptText,
  Smartphone,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useAccess } from '#console/data/api/session.ts'
import { serverDate } from '#console/data/base/server-clock.ts'
import { useWaiting } from '#console/data/query/outbox-store.ts'
import { t } from '#console/i18n/i18n.ts'
import { formatDate, formatNumber } from '#console/kit/text/format.ts'
import { relativeTime } from '#console/kit/text/relative-time.ts'
import { usePhone } from '#console/ui/hooks/use-media.ts'
import { Sheet } from '#console/ui/sheet.tsx'
import { Skeleton } from '#console/ui/skeleton.tsx'
import { passes } from '#contract/kit/field/permission.ts'
import { endingMemberships, longestDueFirst, type QuickCount, quickCounts, unpaidOrders } from '#contract/quick-panel.ts'
import { nav } from '../base/nav.ts'
import { PathLink } from '../base/path-link.tsx'
import { isThere } from '../base/require-access.ts'
import { dueFilters } from '../dashboard/due-filters.ts'
import { listHref } from '../dashboard/list-href.ts'
import { leadsHref, useMine } from '../dashboard/my-leads.ts'
import { type QuickState, useQuickCounts } from './use-quick-counts.ts'

const icons = {
  leads_overdue: AlarmClock,
  leads_today: CalendarCheck,
  chats_unread: MessagesSquare,
  orders_unpaid: ReceiptText,
  members_ending: CalendarClock,
  whatsapp_alerts: Smartphone,
} as const satisfies Record<QuickCount, LucideIcon>
const places = {
  leads_overdue: 'leads',
  leads_today: 'leads',
  chats_unread: 'chat-platform',
  orders_unpaid: 'transaction',
  members_ending: 'member',
  whatsapp_alerts: 'whatsapp-number',
} as const satisfies Record<QuickCount, string>
const isShown = (name: QuickCount) => nav.some((item) => item.name === places[name] && isThere(item))
const row = 'flex min-h-14 items-center gap-3 px-5 text-sm transition-colors hover:bg-muted'

interface CountProps {
  icon: LucideIcon
  label: string
  count: number
  href: string
  danger?: boolean
  onPress: () => void
}

function Count({ icon: Icon, label, count, href, danger = false, onPress }: CountProps) {
  const isUrgent = danger && count > 0
  return (
    <li>
      <PathLink href={href} onClick={onPress} className={row}>
        <Icon aria-hidden="true" className={`size-5 shrink-0 ${isUrgent ? 'text-danger-text' : 'text-muted-foreground'}`} />
        <span className="min-w-0 flex-1">{label}</span>
        <span
          className={`text-xl tabular-nums ${count === 0 ? 'text-muted-foreground' : 'font-semibold'} ${isUrgent ? 'text-danger-text' : ''}`}
        >
          {formatNumber(count)}
        </span>
      </PathLink>
    </li>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="pb-3">
      <h3 className="px-5 pt-3 pb-1 text-xs font-medium text-muted-foreground">{title}</h3>
      <ul className="divide-y divide-border/60">{children}</ul>
    </section>
  )
}

/** Why the counts may be old; null when they are current. */
function note({ isOnline, failed, answeredAt }: QuickState): string | null {
  if (isOnline && !failed) return null
  if (!answeredAt) return t('quick.own')
  return t('quick.asOf', { ago: relativeTime(new Date(answeredAt).toISOString()) })
}

function useHrefs(): Readonly<Record<QuickCount, string>> {
  const due = dueFilters(useMine(), serverDate())
  return {
    leads_overdue: leadsHref({ filters: due.overdue, sort: longestDueFirst }),
    leads_today: leadsHref({ filters: due.today, sort: longestDueFirst }),
    chats_unread: '/chat-platform/list',
    orders_unpaid: listHref('transaction', unpaidOrders),
    members_ending: listHref('member', endingMemberships),
    whatsapp_alerts: '/whatsapp-number/states/list',
  }
}

/** Pending work and shortcuts, as a sheet from the window's end, on a phone from below. */
export function QuickPanel({ onClose }: { onClose: () => void }) {
  const state = useQuickCounts()
  const { waiting, parked } = useWaiting()
  const access = useAccess()
  const hrefs = useHrefs()
  const addable = nav.filter(
    (item) => item.gate && item.add !== null && isThere(item) && passes({ ...item.gate, action: 'create' }, access),
  )
  const said = note(state)
  return (
    <Sheet
      side={usePhone() ? 'bottom' : 'end'}
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('app.quick')}
      description={formatDate(serverDate().toISOString())}
      closeLabel={t('app.close')}
    >
      {said && (
        <p role="status" className="px-5 pt-2 text-xs text-warning-text">
          {said}
        </p>
      )}
      <Group title={t('quick.waits')}>
        {state.isPending && <Skeleton className="mx-5 my-2 h-10" />}
        {quickCounts.map((name) => {
          const count = state.counts[name]
          if (count === undefined || !isShown(name)) return null
          const label = t(`quick.${name}`)
          const danger = name === 'leads_overdue' || name === 'whatsapp_alerts'
          return <Count key={name} icon={icons[name]} label={label} count={count} href={hrefs[name]} danger={danger} onPress={onClose} />
        })}
        <Count
          icon={CloudUpload}
          label={t(parked ? 'quick.parked' : 'quick.waiting')}
          count={parked || waiting}
          href="/outbox"
          danger={parked > 0}
          onPress={onClose}
        />
      </Group>
      {addable.length > 0 && (
        <Group title={t('quick.new')}>
          {addable.map((item) => (
            <li key={item.name}>
              <PathLink href={item.add ?? `/${item.name}/add`} onClick={onClose} className={`${row} min-h-12`}>
                <CirclePlus aria-hidden="true" className="size-5 shrink-0 text-muted-foreground" />
                {t(`section.${item.name}`)}
              </PathLink>
            </li>
          ))}
        </Group>
      )}
    </Sheet>
  )
}
