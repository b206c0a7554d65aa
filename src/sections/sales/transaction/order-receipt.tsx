import { useSold } from '#console/commerce/catalogue.ts'
import { recordsIn, totalOf } from '#console/commerce/order-lines.ts'
import { useAccess } from '#console/data/api/session.ts'
import { t } from '#console/i18n/i18n.ts'
import { RecordFooter } from '#console/kit/form/screen/record-footer.tsx'
import { ChoiceBadge } from '#console/kit/parts/choice-badge.tsx'
import { PrivateFile } from '#console/kit/parts/private-file.tsx'
import { formatDateTime, formatRupiah } from '#console/kit/text/format.ts'
import { choiceLabel, fieldLabel } from '#console/kit/text/labels.ts'
import { isStoredFile } from '#contract/kit/field/field.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { holds } from '#contract/kit/field/permission.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { promotionCode } from '#contract/sections/promotion/promotion-code.ts'
import { transaction } from '#contract/sections/sales/transaction.ts'
import { ListAnchor } from './record-anchor.tsx'

const { fields } = transaction
const lineFields = fields.items.fields ?? {}

type Order = AnyRow & Readonly<Record<string, unknown>> & { items?: unknown; total?: unknown }

/** What the state of the payment is about: when it was paid, or until when it can be. */
function whenText({ payment_status, paid_at, due_at }: Order): string {
  if (payment_status === 'paid' && paid_at) return t('transaction.paidAt', { at: formatDateTime(toText(paid_at)) })
  if (payment_status === 'unpaid' && due_at) return t('transaction.dueAt', { at: formatDateTime(toText(due_at)) })
  return ''
}

/** Name of a line's product; the server gives it, and until then it is that of the catalogue. */
function ProductName({ line }: { line: Readonly<Record<string, unknown>> }) {
  const sold = useSold(line.category, line.product_id)
  return <bdi className="font-medium">{toText(line.name ?? sold?.name)}</bdi>
}

function Items({ order }: { order: Order }) {
  const mayReadCodes = holds(useAccess(), `get ${promotionCode.permission}`)
  const code = toText(order.promo_code)
  const discount = Number(order.discount ?? 0)
  const refunded = Number(order.refunded ?? 0)
  const amount = 'py-2 ps-3 text-end whitespace-nowrap tabular-nums'
  return (
    <table className="w-full text-sm" data-receipt="">
      <thead className="sr-only">
        <tr>
          <th scope="col">{fieldLabel('product_id', lineFields.product_id)}</th>
          <th scope="col">{fieldLabel('total', fields.total)}</th>
        </tr>
      </thead>
      <tbody className="divide-y border-y">
        {recordsIn(order.items).map((line, at) => (
          <tr key={toText(line.ref ?? at)}>
            <td className="py-2">
              <ProductName line={line} />
              <span className="block text-muted-foreground tabular-nums">
                {choiceLabel(line.category, lineFields.category)} · {formatRupiah(Number(line.price ?? 0))} × {toText(line.qty)}
              </span>
            </td>
            <td className={`align-top ${amount}`}>{formatRupiah(Number(line.price ?? 0) * Number(line.qty ?? 1))}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {(code !== '' || discount > 0) && (
          <>
            <tr>
              <th scope="row" className="py-2 text-start font-normal text-muted-foreground">
                {fieldLabel('subtotal', fields.subtotal)}
              </th>
              <td className={amount}>{formatRupiah(Number(order.subtotal ?? totalOf(order)))}</td>
            </tr>
            <tr>
              <th scope="row" className="py-2 text-start font-normal text-muted-foreground">
                {fieldLabel('discount', fields.discount)}{' '}
                {code && (
                  <ListAnchor section={promotionCode.name} search={{ query: `search:${code}` }} label={code} isLink={mayReadCodes} />
                )}
              </th>
              <td className={amount}>{order.discount == null ? '–' : formatRupiah(-discount)}</td>
            </tr>
          </>
        )}
        <tr className="text-base font-semibold">
          <th scope="row" className="py-2 text-start">
            {fieldLabel('total', fields.total)}
          </th>
          <td className={amount}>{formatRupiah(totalOf(order))}</td>
        </tr>
        {refunded > 0 && (
          <>
            <tr>
              <th scope="row" className="py-2 text-start font-normal text-muted-foreground">
                {fieldLabel('refunded', fields.refunded)}
              </th>
              <td className={amount}>{formatRupiah(-refunded)}</td>
            </tr>
            <tr className="font-semibold">
              <th scope="row" className="py-2 text-start">
                {t('transaction.afterRefunds')}
              </th>
              <td className={amount}>{formatRupiah(totalOf(order) - refunded)}</td>
            </tr>
          </>
        )}
      </tfoot>
    </table>
  )
}

/** What went back: how much, when, why, and who entered it. */
function Refunds({ order }: { order: Order }) {
  const refunds = recordsIn(order.refunds)
  if (!refunds.length) return null
  return (
    <section data-refunds="">
      <h2 className="text-sm font-semibold">{fieldLabel('refunds', fields.refunds)}</h2>
      <ul className="mt-1 divide-y border-y text-sm">
        {refunds.map((refund, at) => (
          <li key={toText(refund.ref ?? at)} className="flex gap-3 py-2">
            <span className="min-w-0 flex-1">
              <bdi className="block whitespace-pre-wrap wrap-anywhere">{toText(refund.reason)}</bdi>
              <span className="block text-xs text-muted-foreground">
                <time dateTime={toText(refund.refunded_at)}>{formatDateTime(toText(refund.refunded_at))}</time>
                {' · '}
                <bdi>{toText(refund.created_by)}</bdi>
              </span>
            </span>
            <span className="whitespace-nowrap tabular-nums">{formatRupiah(Number(refund.amount ?? 0))}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** An order as a receipt: what is paid and whether it is, then what was bought, and how it was paid. */
export function OrderReceipt({ record }: { record: AnyRow }) {
  const order: Order = record
  const proofs = (Array.isArray(order.proof) ? order.proof : []).filter(isStoredFile)
  const flags = Array.isArray(order.flags) ? order.flags : []
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="text-2xl font-semibold tabular-nums" data-amount="">
          {formatRupiah(totalOf(order))}
        </span>
        <ChoiceBadge value={order.payment_status} field={fields.payment_status} />
        <span className="text-sm text-muted-foreground">{whenText(order)}</span>
      </header>
      {flags.length > 0 && (
        <ul className="rounded-md bg-warning-soft px-3 py-2 text-sm text-warning-text">
          {flags.map((flag: unknown) => (
            <li key={toText(flag)}>{choiceLabel(flag, fields.flags)}</li>
          ))}
        </ul>
      )}
      <Items order={order} />
      <Refunds order={order} />
      <dl className="grid grid-cols-1 gap-x-6 gap-y-4 text-sm sm:grid-cols-2">
        <div>
          <dt className="text-xs text-muted-foreground">{fieldLabel('payment_method', fields.payment_method)}</dt>
          <dd className="mt-0.5">
            {[choiceLabel(order.payment_method, fields.payment_method), toText(order.bank_name), toText(order.bank_account)]
              .filter(Boolean)
              .join(' · ')}
          </dd>
        </div>
        {proofs.length > 0 && (
          <div>
            <dt className="text-xs text-muted-foreground">{fieldLabel('proof', fields.proof)}</dt>
            <dd className="mt-0.5 flex flex-wrap gap-2">
              {proofs.map((file) => (
                <PrivateFile key={file.url} section={transaction} file={file} />
              ))}
            </dd>
          </div>
        )}
        {toText(order.note) && (
          <div className="sm:col-span-2">
            <dt className="text-xs text-muted-foreground">{fieldLabel('note', fields.note)}</dt>
            <dd className="mt-0.5">
              <bdi className="whitespace-pre-wrap">{toText(order.note)}</bdi>
            </dd>
          </div>
        )}
      </dl>
      <RecordFooter record={record} />
    </>
  )
}
