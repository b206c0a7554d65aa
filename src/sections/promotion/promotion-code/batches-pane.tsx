import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { postMessage } from '#console/data/base/messages.ts'
import { queryClient } from '#console/data/query/query-client.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { submit } from '#console/data/writes/submit.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { HeadedPane } from '#console/kit/list/headed-pane.tsx'
import { CallTable } from '#console/kit/list/screen/call-list.tsx'
import type { ListPaneProps } from '#console/kit/list/screen/list-pane.tsx'
import type { SmallColumn } from '#console/kit/list/small-table.tsx'
import { formatDateTime, formatNumber } from '#console/kit/text/format.ts'
import { useMay } from '#console/kit/text/permissions.ts'
import { reasonOf } from '#console/kit/text/reason.ts'
import { listLink } from '#console/kit/text/section-link.ts'
import { Button } from '#console/ui/button.tsx'
import type { RowOf } from '#contract/kit/field/field.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { type promoBatch, promotionCode } from '#contract/sections/promotion/promotion-code.ts'

type Batch = RowOf<typeof promoBatch>
const batches = sectionCall(promotionCode, 'batches')

/** Switches all codes of a batch: on if none is. */
function Switch({ row: { batch, active } }: { row: Batch }) {
  const [busy, setBusy] = useState(false)
  const is_active = active === 0
  const turn = async () => {
    setBusy(true)
    try {
      await submit({ call: sectionCall(promotionCode, 'switchBatch'), patch: { batch, is_active }, label: batch })
      await queryClient.invalidateQueries({ queryKey: queryKeys.calls(batches.name) })
      postMessage({ kind: 'success', text: t(is_active ? 'promotion-code.batches.isOn' : 'promotion-code.batches.isOff', { batch }) })
    } catch (error) {
      postMessage({ kind: 'error', text: await reasonOf(error) })
    }
    setBusy(false)
  }
  return (
    <Button size="small" busy={busy} onClick={() => void turn()}>
      {t(is_active ? 'promotion-code.batches.on' : 'promotion-code.batches.off')}
    </Button>
  )
}

const columnsOf = (maySwitch: boolean): readonly SmallColumn<Batch>[] => [
  {
    name: 'batch',
    head: t('promotion-code.batch'),
    cell: ({ batch, name }) => (
      <>
        <Link
          {...listLink(promotionCode.name, { query: `batch:${batch}` })}
          className="font-medium underline-offset-4 hover:underline focus-visible:outline-2 focus-visible:outline-ring"
        >
          <bdi>{batch}</bdi>
        </Link>
        {name && <bdi className="block text-muted-foreground rtl:text-right">{name}</bdi>}
      </>
    ),
  },
  { name: 'used', head: t('promotion-code.used'), cell: ({ used, codes }) => `${formatNumber(used)} / ${formatNumber(codes)}` },
  { name: 'active', head: t('promotion-code.is_active'), cell: ({ active }) => formatNumber(active) },
  {
    name: 'made',
    head: t('field.created_at'),
    cell: ({ created_at, created_by }) => `${formatDateTime(created_at)}${created_by ? ` · ${created_by}` : ''}`,
  },
  ...(maySwitch ? [{ name: 'switch', head: '', cell: (row: Batch) => <Switch row={row} />, align: 'end' as const }] : []),
]

/** Batches of codes, in place of a list; each links to its codes, for filtering and export. */
export function BatchesPane({ heading, tabs }: ListPaneProps) {
  useLocale()
  const may = useMay(promotionCode)
  const texts = {
    offline: t('promotion-code.batches.offline'),
    empty: t('promotion-code.batches.empty'),
    more: t('promotion-code.uses.more'),
  }
  return (
    <HeadedPane heading={heading} tabs={tabs} call={batches}>
      <CallTable<Batch> call={batches} columns={columnsOf(may.update)} texts={texts} />
    </HeadedPane>
  )
}
