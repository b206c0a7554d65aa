import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { request } from '#console/data/api/request.ts'
import { useAccess } from '#console/data/api/session.ts'
import { postMessage } from '#console/data/base/messages.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { saveFile } from '#console/kit/files/save-file.ts'
import { CallTable } from '#console/kit/list/screen/call-list.tsx'
import type { SmallColumn } from '#console/kit/list/small-table.tsx'
import { formatDateTime, formatRupiah } from '#console/kit/text/format.ts'
import { reasonOf } from '#console/kit/text/reason.ts'
import { detailLink } from '#console/kit/text/section-link.ts'
import { Button } from '#console/ui/button.tsx'
import type { RowOf } from '#contract/kit/field/field.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { holds, type Permission } from '#contract/kit/field/permission.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { promotionCode, type promoUse } from '#contract/sections/promotion/promotion-code.ts'

type Use = RowOf<typeof promoUse>
const used = sectionCall(promotionCode, 'used')

async function download({ ref, code }: AnyRow): Promise<void> {
  try {
    const content = await request<Blob>(sectionCall(promotionCode, 'usedExport'), { params: { id: ref }, query: { format: 'xlsx' } })
    await saveFile(content, `${promotionCode.name}-${toText(code)}.xlsx`)
  } catch (error) {
    postMessage({ kind: 'error', text: await reasonOf(error) })
  }
}

/** The record's name, linked with permission to read it. */
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

const columnsOf = (): readonly SmallColumn<Use>[] => [
  {
    name: 'member',
    head: t('promotion-code.uses.member'),
    cell: (use) => (
      <Name section="member" id={use.member_id} permission="get member">
        <bdi className="font-medium">{use.member_name}</bdi>
      </Name>
    ),
  },
  {
    name: 'order',
    head: t('promotion-code.uses.order'),
    cell: (use) => (
      <Name section="transaction" id={use.order_id} permission="get transaction">
        {use.order_number}
      </Name>
    ),
  },
  {
    name: 'when',
    head: t('promotion-code.uses.when'),
    cell: (use) => <time dateTime={use.created_at}>{formatDateTime(use.created_at)}</time>,
  },
  { name: 'amount', head: t('promotion-code.uses.amount'), cell: (use) => formatRupiah(use.amount), align: 'end' },
]

/** Orders that use the code, newest first. */
export function Uses({ record }: { record: AnyRow }) {
  useLocale()
  const [busy, setBusy] = useState(false)
  const texts = {
    offline: t('promotion-code.uses.offline'),
    empty: t('promotion-code.uses.empty'),
    more: t('promotion-code.uses.more'),
  }
  return (
    <div className="flex flex-col gap-3">
      {Number(record.used) > 0 && (
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
      )}
      <CallTable<Use> call={used} record={record} columns={columnsOf()} texts={texts} />
    </div>
  )
}
