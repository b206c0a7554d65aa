import { lazy, Suspense } from 'react'
import { Products, productsOf } from '#console/commerce/products.tsx'
import { loadMessages, loadSectionWords, t } from '#console/i18n/i18n.ts'
import { defineSection } from '#console/kit/define-section.tsx'
import { groupedForm } from '#console/kit/form/grouped-form.tsx'
import { deferred } from '#console/kit/parts/deferred.tsx'
import { getOwnSales } from '#console/kit/text/own-sales.ts'
import { showPhone } from '#console/kit/text/phone.ts'
import { unassigned } from '#contract/choices/options.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { member } from '#contract/sections/member/member.ts'
import { chatPlatform } from '#contract/sections/sales/chat-platform.ts'

const Memberships = lazy(() => import('./member/memberships.tsx').then((module) => ({ default: module.Memberships })))
const Activities = lazy(async () => {
  const words = loadSectionWords('member-alert', 'transaction').catch(() => undefined)
  const [module] = await Promise.all([import('./member/activity.tsx'), words])
  return { default: module.Activities }
})
const Chats = lazy(() => import('./member/chats.tsx').then((module) => ({ default: module.Chats })))
const Newsletters = lazy(async () => {
  const words = loadSectionWords('newsletter').catch(() => undefined)
  const [module] = await Promise.all([import('./member/newsletters.tsx'), words])
  return { default: module.Newsletters }
})
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

const ContactBar = deferred(() => import('./member/contact-bar.tsx').then((module) => module.ContactBar))
const fields = groupedForm(member)

export const screens = defineSection(member, {
  columns: ({ column }) => [column('products', { cell: ({ products }) => <Products value={products} />, sortable: false })],
  line: (row) => [
    productsOf(row.products).length > 0 && <Products value={row.products} empty={null} most={1} />,
    getOwnSales() === unassigned && toText(row.sales_name),
    <bdi key="phone" dir="ltr">
      {showPhone(toText(row.phone))}
    </bdi>,
  ],
  form: (tools) => (
    <>
      {tools.record && (
        <Suspense fallback={<div className="h-control sm:col-span-2" />}>
          <ContactBar record={tools.record} />
        </Suspense>
      )}
      {fields(tools)}
    </>
  ),
  // A salesperson's new member is assigned to them.
  starts: () => ({ sales_id: getOwnSales() }),
  views: { alert: AlertPane, history: HistoryPane },
  panels: [
    {
      name: 'memberships',
      get label() {
        return t('member.panel.memberships')
      },
      body: Memberships,
    },
    {
      name: 'chats',
      get label() {
        return t('nav.chat-platform')
      },
      of: chatPlatform,
      body: Chats,
    },
    {
      name: 'activity',
      get label() {
        return t('member.panel.activity')
      },
      body: Activities,
    },
    {
      name: 'newsletters',
      get label() {
        return t('nav.newsletter')
      },
      body: Newsletters,
    },
  ],
})
