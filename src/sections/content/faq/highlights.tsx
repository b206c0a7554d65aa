import { Link } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { postMessage } from '#console/data/messages.ts'
import { type Submission, submit } from '#console/data/submit.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { Failed, Skeleton } from '#console/kit/list/states.tsx'
import { useRows } from '#console/kit/list/use-rows.ts'
import { useMay } from '#console/kit/permissions.ts'
import { reasonOf } from '#console/kit/reason.ts'
import { editLink } from '#console/kit/section-link.ts'
import { StatusBadge } from '#console/kit/status-badge.tsx'
import { Button } from '#console/ui/button.tsx'
import { toText } from '#contract/kit/guards.ts'
import { firstPage, type ListQuery } from '#contract/kit/list-query.ts'
import type { AnyRow } from '#contract/kit/section.ts'
import { sectionCall } from '#contract/kit/section-calls.ts'
import { faq, maxHighlights } from '#contract/sections/content/faq.ts'

/** As the list has them, so that the device knows them without a network, too. */
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

/** The questions that stand first, in their order. */
export function Highlights() {
  useLocale()
  const list = useRows(faq, query)
  const may = useMay(faq)
  if (list.state === 'loading') return <Skeleton columns={[]} size={8} cards />
  if (list.state === 'failed') return <Failed message={list.message} offline={list.offline} onRetry={list.retry} />
  return (
    <div className="flex max-w-3xl flex-col gap-3 px-4 pb-6">
      <p className="text-sm text-muted-foreground">{t('faq.highlights.hint')}</p>
      {list.records.length === 0 && (
        <p role="status" className="rounded-md border px-4 py-10 text-center text-sm">
          {t('faq.highlights.empty')}
        </p>
      )}
      <ol className="divide-y border-y empty:hidden" aria-label={t('faq.highlights')}>
        {list.records.map((row, at) => {
          const name = toText(row.question)
          return (
            <li key={row.ref} className="flex min-h-12 items-center gap-3 py-1">
              <span className="w-6 text-end text-sm tabular-nums text-muted-foreground">{at + 1}</span>
              <Link
                {...editLink(faq.name, row.ref)}
                className="min-w-0 grow text-sm font-medium underline-offset-4 hover:underline focus-visible:outline-2 focus-visible:outline-ring"
              >
                {name}
              </Link>
              {row.is_show === false && <StatusBadge value="inactive" tone="neutral" />}
              {may.update && (
                <span className="inline-flex">
                  <Button
                    variant="quiet"
                    size="smallIcon"
                    repeats
                    aria-label={t('list.moveUp', { name })}
                    disabled={at === 0}
                    onClick={() => void place(row, at)}
                  >
                    <ArrowUp />
                  </Button>
                  <Button
                    variant="quiet"
                    size="smallIcon"
                    repeats
                    aria-label={t('list.moveDown', { name })}
                    disabled={at === list.records.length - 1}
                    onClick={() => void place(row, at + 2)}
                  >
                    <ArrowDown />
                  </Button>
                  <Button
                    variant="quiet"
                    size="smallIcon"
                    aria-label={t('faq.highlights.remove', { name })}
                    onClick={() => void remove(row)}
                  >
                    <X />
                  </Button>
                </span>
              )}
            </li>
          )
        })}
      </ol>
    </div>
  )
}
