import { products } from '#contract/choices/options.ts'
import { recordsOf } from '#server/crud/query/nested.ts'
import { type SheetColumn, textCell } from '#server/crud/sheets/cells.ts'

/** Per product and type: last day of access, and days left, negative if over. */
export const accountColumns: readonly SheetColumn[] = products.flatMap((product) =>
  ['Regular', 'VIP'].flatMap((type): SheetColumn[] => {
    const find = (row: Readonly<Record<string, unknown>>) =>
      recordsOf(row.products).find((account) => account.product === product && account.type === type)
    return [
      { header: `${product} ${type} ends`, needs: 'products', cell: (row) => textCell(find(row)?.expires_on) },
      {
        header: `${product} ${type} days left`,
        needs: 'products',
        cell(row) {
          const remaining = find(row)?.remaining
          return typeof remaining === 'number' ? remaining : null
        },
      },
    ]
  }),
)
