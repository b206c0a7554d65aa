import { lazy } from 'react'
import { Products } from '#console/commerce/products.tsx'
import { loadMessages, loadSectionWords, t } from '#console/i18n/i18n.ts'
import { defineSection } from '#console/kit/define-section.tsx'
import { choiceLabel } from '#console/kit/labels.ts'
import { StatusBadge } from '#console/kit/status-badge.tsx'
import type { Tone } from '#console/kit/tone.ts'
import { member } from '#contract/sections/member/member.ts'

const tones = { active: 'good', cuti: 'info', expired: 'neutral', deleted: 'bad' } as const satisfies Record<string, Tone>
const isStatus = (value: unknown): value is keyof typeof tones => typeof value === 'string' && Object.hasOwn(tones, value)

const Status = ({ value }: { value: unknown }) =>
  isStatus(value) ? <StatusBadge value={value} tone={tones[value]} label={choiceLabel(value, member.fields.status)} /> : null

const Memberships = lazy(() => import('./member/memberships.tsx').then((module) => ({ default: module.Memberships })))
const AlertPane = lazy(() =>
  Promise.all([import('./member/alert-pane.tsx'), loadSectionWords('member-alert').catch(() => undefined)]).then(([module]) => ({
    default: module.AlertPane,
  })),
)

const HistoryPane = lazy(async () => {
  const words = loadMessages(['history', 'conflict', 'outbox', 'kit']).catch(() => undefined)
  const [module] = await Promise.all([import('./member/history-pane.tsx'), words])
  return { default: module.HistoryPane }
})

export const screens = defineSection(member, {
  columns: ({ column }) => [
    column('status', { cell: ({ status }) => <Status value={status} /> }),
    column('products', { cell: ({ products }) => <Products value={products} />, sortable: false }),
  ],
  card: (row) => (
    <span className="grid gap-1.5 text-sm text-muted-foreground">
      <span className="flex flex-wrap items-center gap-2">
        <Status value={row.status} />
        <bdi dir="ltr" className="tabular-nums">
          {String(row.phone ?? '')}
        </bdi>
        {typeof row.sales_name === 'string' && <bdi>{row.sales_name}</bdi>}
      </span>
      <Products value={row.products} empty={null} />
    </span>
  ),
  views: { alert: AlertPane, history: HistoryPane },
  panels: [
    {
      name: 'memberships',
      get label() {
        return t('member.panel.memberships')
      },
      body: Memberships,
    },
  ],
})
