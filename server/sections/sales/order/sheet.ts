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
