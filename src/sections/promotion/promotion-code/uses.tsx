import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ApiError } from '#console/data/api-error.ts'
import { postMessage } from '#console/data/messages.ts'
import { queryKeys } from '#console/data/query-keys.ts'
import { request } from '#console/data/request.ts'
import { useAccess } from '#console/data/session.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { formatDateTime } from '#console/kit/format.ts'
import { HistorySkeleton } from '#console/kit/history/history-skeleton.tsx'
import { reasonOf } from '#console/kit/reason.ts'
import { saveFile } from '#console/kit/save-file.ts'
import { detailLink } from '#console/kit/section-link.ts'
import { Button } from '#console/ui/button.tsx'
import type { RowOf } from '#contract/kit/field.ts'
import { firstPage } from '#contract/kit/list-query.ts'
import type { Page } from '#contract/kit/paging.ts'
import { holds, type Permission } from '#contract/kit/permission.ts'
import type { AnyRow } from '#contract/kit/section.ts'
import { sectionCall } from '#contract/kit/section-calls.ts'
import { formatRupiah } from '#contract/lib/rupiah.ts'
import { promotionCode, type promoUse } from '#contract/sections/promotion/promotion-code.ts'

type Use = RowOf<typeof promoUse>
const step = 20
const used = sectionCall(promotionCode, 'used')

function useUses({ ref }: AnyRow, size: number) {
  return useQuery({
    queryKey: queryKeys.call(used.name, { ref, size }),
    queryFn: ({ signal }) => request<Page<Use>>(used, { params: { id: ref }, list: { ...firstPage, size }, signal }),
    placeholderData: keepPreviousData,
  })
}

async function download({ ref, code }: AnyRow): Promise<void> {
  try {
    const content = await request<Blob>(sectionCall(promotionCode, 'usedExport'), { params: { id: ref }, query: { format: 'xlsx' } })
    saveFile(content, `${promotionCode.name}-${String(code)}.xlsx`)
  } catch (error) {
    postMessage({ kind: 'error', text: await reasonOf(error) })
  }
}

/** The record's name, leading to it where this person may read it. */
function Name({ section, id, permission, children }: { section: string; id: number; permission: Permission; children: ReactNode }) {
  const access = useAccess()
  if (!holds(access, permission)) return children
  return (
    <Link
      {...detailLink(section, String(id))}
      className="underline-offset-4 hover:underline focus-visible:outline-2 focus-visible:outline-ring"
    >
      {children}
    </Link>
  )
}

const UseLine = ({ use }: { use: Use }) => (
  <tr className="border-b last:border-0 max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:py-2 [&>td]:py-2 max-sm:[&>td]:py-0.5">
    <td className="pe-4 font-medium">
      <Name section="member" id={use.member_id} permission="get member">
        <bdi>{use.member_name}</bdi>
      </Name>
    </td>
    <td className="pe-4 tabular-nums max-sm:order-3">
      <Name section="transaction" id={use.order_id} permission="get transaction">
        {use.order_number}
      </Name>
    </td>
    <td className="pe-4 text-muted-foreground tabular-nums max-sm:order-4 max-sm:pe-0 max-sm:text-end">
      <time dateTime={use.created_at}>{formatDateTime(use.created_at)}</time>
    </td>
    <td className="text-end tabular-nums">{formatRupiah(use.amount)}</td>
  </tr>
)

/** The orders that use the code now, the newest first. */
export function Uses({ record }: { record: AnyRow }) {
  useLocale()
  const [size, setSize] = useState(step)
  const [busy, setBusy] = useState(false)
  const { data, error, fetchStatus, isPlaceholderData, refetch } = useUses(record, size)
  const offline = fetchStatus === 'paused' || (error instanceof ApiError && error.offline)
  if (!data && (error || offline))
    return (
      <p role="status" className="flex flex-wrap items-center gap-3 text-sm text-muted-foreground">
        {offline ? t('promotion-code.uses.offline') : (error?.message ?? t('app.wrong'))}
        <Button size="small" onClick={() => void refetch()}>
          {t('list.retry')}
        </Button>
      </p>
    )
  if (!data) return <HistorySkeleton />
  if (data.data.length === 0)
    return (
      <p role="status" className="rounded-md border px-4 py-10 text-center text-sm text-muted-foreground">
        {t('promotion-code.uses.empty')}
      </p>
    )
  return (
    <div className="flex flex-col gap-3">
      <Button
        className="self-end"
        busy={busy}
        onClick={async () => {
          setBusy(true)
          await download(record)
          setBusy(false)
        }}
      >
        <Download aria-hidden="true" />
        {t('promotion-code.uses.export')}
      </Button>
      <table className="w-full text-sm max-sm:block [&>tbody]:max-sm:block">
        <thead className="border-b text-start text-xs text-muted-foreground max-sm:sr-only">
          <tr>
            {(['member', 'order', 'when', 'amount'] as const).map((name) => (
              <th key={name} scope="col" className={`pb-2 font-medium ${name === 'amount' ? 'text-end' : 'pe-4 text-start'}`}>
                {t(`promotion-code.uses.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.data.map((use) => (
            <UseLine key={use.id} use={use} />
          ))}
        </tbody>
      </table>
      {data.total_record > data.data.length && (
        <Button size="small" className="self-start" disabled={isPlaceholderData} onClick={() => setSize(size + step)}>
          {t('promotion-code.uses.more')}
        </Button>
      )}
    </div>
  )
}
