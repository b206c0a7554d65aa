import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { postMessage } from '#console/data/base/messages.ts'
import { type Submission, submit } from '#console/data/writes/submit.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import type { MessageId } from '#console/i18n/message-id.ts'
import { useRows } from '#console/kit/list/rows/use-rows.ts'
import { NoRows, type SmallColumn, SmallTable } from '#console/kit/list/small-table.tsx'
import { MoveButtons } from '#console/kit/list/table/move-buttons.tsx'
import { Failed } from '#console/kit/list/table/no-rows.tsx'
import { Skeleton } from '#console/kit/list/table/states.tsx'
import { useMay } from '#console/kit/text/permissions.ts'
import { reasonOf } from '#console/kit/text/reason.ts'
import { editLink } from '#console/kit/text/section-link.ts'
import { titleOf } from '#console/kit/text/title-of.ts'
import { Button } from '#console/ui/button.tsx'
import { firstPage, type ListQuery } from '#contract/kit/field/list-query.ts'
import type { SectionName } from '#contract/kit/field/register.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'

interface Props {
  section: Section
  /** Section of the words. */
  words: SectionName
  /** Path parameter of a moved record, and name of the removed ones in a body. */
  moved: string
  removed: string
  max: number
  /** The title's column heading. */
  head: MessageId
  /** Beside a record's title. */
  mark: (row: AnyRow) => ReactNode
}

/** The list's query, so that it is cached for offline use. */
const queryOf = (max: number): ListQuery => ({
  ...firstPage,
  size: max,
  sort: { field: 'highlight', direction: 'asc' },
  filters: [{ field: 'highlight', values: [`1..${max}`] }],
})

async function send(section: Section, row: AnyRow, call: Pick<Submission, 'call' | 'params' | 'patch'>): Promise<void> {
  try {
    await submit({ ...call, touches: [row.ref], label: titleOf(section, row) })
  } catch (error) {
    postMessage({ kind: 'error', text: await reasonOf(error) })
  }
}

function columnsOf(
  { section, words, moved, removed, head, mark }: Props,
  rows: readonly AnyRow[],
  mayUpdate: boolean,
): readonly SmallColumn<AnyRow>[] {
  const place = (row: AnyRow, sort: number) =>
    send(section, row, { call: sectionCall(section, 'place'), params: { [moved]: row.ref }, patch: { sort } })
  const remove = (row: AnyRow) => send(section, row, { call: sectionCall(section, 'unhighlight'), patch: { [removed]: [row.ref] } })
  const title: SmallColumn<AnyRow> = {
    name: section.title,
    head: t(head),
    cell: (row) => (
      <span className="flex items-center gap-3">
        <span className="w-6 text-end text-muted-foreground">{rows.indexOf(row) + 1}</span>
        <Link
          {...editLink(section.name, row.ref)}
          className="min-w-0 grow font-medium underline-offset-4 hover:underline focus-visible:outline-2 focus-visible:outline-ring"
        >
          {titleOf(section, row)}
        </Link>
        {mark(row)}
      </span>
    ),
  }
  const tools: SmallColumn<AnyRow> = {
    name: 'tools',
    head: '',
    align: 'end',
    cell: (row) => {
      const name = titleOf(section, row)
      return (
        <span className="inline-flex">
          <MoveButtons row={row} title={name} rows={rows} onMove={(from, to) => void place(from, rows.indexOf(to) + 1)} />
          <Button variant="quiet" size="smallIcon" aria-label={t(`${words}.highlights.remove`, { name })} onClick={() => void remove(row)}>
            <X />
          </Button>
        </span>
      )
    },
  }
  return mayUpdate ? [title, tools] : [title]
}

/** Highlighted records of a section, in order. */
export function Highlights(props: Props) {
  useLocale()
  const { section, words, max } = props
  const list = useRows(section, queryOf(max))
  const may = useMay(section)
  if (list.state === 'loading') return <Skeleton columns={[]} size={8} cards />
  if (list.state === 'failed') return <Failed message={list.message} offline={list.offline} onRetry={list.retry} />
  const { records } = list
  return (
    <div className="flex max-w-3xl flex-col gap-3 px-4 pb-6">
      <p className="text-sm text-muted-foreground">{t(`${words}.highlights.hint`)}</p>
      {records.length === 0 ? (
        <NoRows>{t(`${words}.highlights.empty`)}</NoRows>
      ) : (
        <SmallTable rows={records} columns={columnsOf(props, records, may.update)} label={t(`${words}.highlights`)} />
      )}
    </div>
  )
}
