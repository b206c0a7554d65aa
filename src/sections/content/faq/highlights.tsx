import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { postMessage } from '#console/data/base/messages.ts'
import { type Submission, submit } from '#console/data/writes/submit.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { useRows } from '#console/kit/list/rows/use-rows.ts'
import { NoRows, type SmallColumn, SmallTable } from '#console/kit/list/small-table.tsx'
import { MoveButtons } from '#console/kit/list/table/move-buttons.tsx'
import { Failed, Skeleton } from '#console/kit/list/table/states.tsx'
import { StatusBadge } from '#console/kit/parts/status-badge.tsx'
import { useMay } from '#console/kit/text/permissions.ts'
import { reasonOf } from '#console/kit/text/reason.ts'
import { editLink } from '#console/kit/text/section-link.ts'
import { Button } from '#console/ui/button.tsx'
import { toText } from '#contract/kit/field/guards.ts'
import { firstPage, type ListQuery } from '#contract/kit/field/list-query.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { faq, maxHighlights } from '#contract/sections/content/faq.ts'

/** The list's query, so that it is cached for offline use. */
const query: ListQuery = {
  ...firstPage,
  size: maxHighlights,
  sort: { field: 'highlight', direction: 'asc' },
  filters: [{ field: 'highlight', values: [`1..${maxHighlights}`] }],
}

async function send(row: AnyRow, call: Pick<Submission, 'call' | 'params' | 'patch'>): Promise<void> {
  try {
    await submit({ ...call, touches: [row.ref], label: toText(row.question) })
  } catch (error) {
    postMessage({ kind: 'error', text: await reasonOf(error) })
  }
}

const place = (row: AnyRow, sort: number) => send(row, { call: sectionCall(faq, 'place'), params: { faq_id: row.ref }, patch: { sort } })
const remove = (row: AnyRow) => send(row, { call: sectionCall(faq, 'unhighlight'), patch: { faq_ids: [row.ref] } })

const columnsOf = (rows: readonly AnyRow[], mayUpdate: boolean): readonly SmallColumn<AnyRow>[] => [
  {
    name: 'question',
    head: t('faq.question'),
    cell: (row) => (
      <span className="flex items-center gap-3">
        <span className="w-6 text-end text-muted-foreground">{rows.indexOf(row) + 1}</span>
        <Link
          {...editLink(faq.name, row.ref)}
          className="min-w-0 grow font-medium underline-offset-4 hover:underline focus-visible:outline-2 focus-visible:outline-ring"
        >
          {toText(row.question)}
        </Link>
        {row.is_show === false && <StatusBadge value="inactive" tone="neutral" />}
      </span>
    ),
  },
  ...(mayUpdate ? [toolsOf(rows)] : []),
]

const toolsOf = (rows: readonly AnyRow[]): SmallColumn<AnyRow> => ({
  name: 'tools',
  head: '',
  align: 'end',
  cell: (row) => {
    const name = toText(row.question)
    return (
      <span className="inline-flex">
        <MoveButtons row={row} title={name} rows={rows} onMove={(from, to) => void place(from, rows.indexOf(to) + 1)} />
        <Button variant="quiet" size="smallIcon" aria-label={t('faq.highlights.remove', { name })} onClick={() => void remove(row)}>
          <X />
        </Button>
      </span>
    )
  },
})

/** Highlighted questions, in order. */
export function Highlights() {
  useLocale()
  const list = useRows(faq, query)
  const may = useMay(faq)
  if (list.state === 'loading') return <Skeleton columns={[]} size={8} cards />
  if (list.state === 'failed') return <Failed message={list.message} offline={list.offline} onRetry={list.retry} />
  const { records } = list
  return (
    <div className="flex max-w-3xl flex-col gap-3 px-4 pb-6">
      <p className="text-sm text-muted-foreground">{t('faq.highlights.hint')}</p>
      {records.length === 0 ? (
        <NoRows>{t('faq.highlights.empty')}</NoRows>
      ) : (
        <SmallTable rows={records} columns={columnsOf(records, may.update)} label={t('faq.highlights')} />
      )}
    </div>
  )
}
