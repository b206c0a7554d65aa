import { CalendarClock, ReceiptText } from 'lucide-react'
import { Products } from '#console/commerce/products.tsx'
import { t } from '#console/i18n/i18n.ts'
import { formatDateTime } from '#console/kit/text/format.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { formatRupiah } from '#contract/lib/rupiah.ts'
import { endingMemberships, unpaidOrders } from '#contract/quick-panel.ts'
import { member } from '#contract/sections/member/member.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { ShortList } from './short-list.tsx'

interface Props {
  seesOrders: boolean
  seesMembers: boolean
}

/** Orders awaiting payment and memberships ending soon: earliest first. */
export function CommerceLists({ seesOrders, seesMembers }: Props) {
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      {seesOrders && (
        <ShortList
          section={transaction}
          name="unpaid-orders"
          icon={ReceiptText}
          title={t('dashboard.unpaid')}
          empty={t('dashboard.noneUnpaid')}
          query={unpaidOrders}
          row={({ member_name, order_number, due_at, total }) => (
            <>
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">
                  <bdi>{toText(member_name ?? order_number)}</bdi>
                </span>
                <span className="flex flex-wrap gap-x-2 text-xs text-muted-foreground tabular-nums">
                  <bdi dir="ltr">{toText(order_number)}</bdi>
                  {typeof due_at === 'string' && <time dateTime={due_at}>{formatDateTime(due_at)}</time>}
                </span>
              </span>
              <span className="tabular-nums">{formatRupiah(Number(total))}</span>
            </>
          )}
        />
      )}
      {seesMembers && (
        <ShortList
          section={member}
          name="ending-memberships"
          icon={CalendarClock}
          title={t('dashboard.ending')}
          empty={t('dashboard.noneEnding')}
          query={endingMemberships}
          row={({ name, products }) => (
            <>
              <span className="min-w-0 flex-1 truncate font-medium">
                <bdi>{toText(name)}</bdi>
              </span>
              <Products value={products} empty={null} />
            </>
          )}
        />
      )}
    </div>
  )
}
