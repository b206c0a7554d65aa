import { toText } from '#contract/kit/field/guards.ts'
import { wibDay } from '#contract/lib/wib.ts'
import { recordsOf } from '#server/crud/query/nested.ts'
import { listCell, type SheetColumn } from '#server/crud/sheets/cells.ts'

/** Ordered items, in one cell each: lines as '2 x Kaos @ 150000', names, and quantities. */
export const itemColumns: readonly SheetColumn[] = [
  {
    header: 'Items',
    needs: 'items',
    cell: ({ items }) =>
      recordsOf(items)
        .map(({ qty, name, price }) => `${qty} x ${name} @ ${price}`)
        .join('; ') || null,
  },
  { header: 'Products', needs: 'items', cell: ({ items }) => listCell([...new Set(recordsOf(items).map(({ name }) => name))]) },
  { header: 'Quantity', needs: 'items', cell: ({ items }) => recordsOf(items).reduce((sum, { qty }) => sum + Number(qty), 0) },
]

/** Refunds in one cell: '2026-05-02 150000 Salah paket (Rani)'. */
export const refundColumns: readonly SheetColumn[] = [
  {
    header: 'Refunds',
    needs: 'refunds',
    cell: ({ refunds }) =>
      recordsOf(refunds)
        .map(
          ({ refunded_at, amount, reason, created_by }) => `${wibDay(new Date(toText(refunded_at)))} ${amount} ${reason} (${created_by})`,
        )
        .join('; ') || null,
  },
]
