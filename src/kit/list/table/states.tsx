import * as look from '../query/classes.ts'
import type { Column } from '../query/columns.ts'

const widths = ['w-32', 'w-24', 'w-40', 'w-20', 'w-28']
const Bar = ({ index }: { index: number }) => (
  <span className={`block h-3 max-w-full animate-pulse rounded bg-muted motion-reduce:animate-none ${widths[index % widths.length]}`} />
)

/** Placeholder rows until the first response. */
export function Skeleton({ columns, size, cards }: { columns: readonly Column[]; size: number; cards: boolean }) {
  const rows = Array.from({ length: Math.min(size, 12) }, (_, index) => `row-${index}`)
  if (cards) {
    return (
      <div aria-hidden="true" className="divide-y border-y bg-card" data-skeleton>
        {rows.map((row, index) => (
          <div key={row} className="flex h-16 flex-col justify-center gap-3 px-4">
            <Bar index={index} />
            <Bar index={index + 2} />
          </div>
        ))}
      </div>
    )
  }
  return (
    <div className="overflow-hidden" aria-hidden="true" data-skeleton>
      <table className="w-full border-separate border-spacing-0">
        <tbody>
          <tr>
            <td className={look.head} colSpan={columns.length + 1} />
          </tr>
          {rows.map((row, y) => (
            <tr key={row} className="h-row">
              {columns.map((column, x) => (
                <td key={column.name} className={look.cell}>
                  <Bar index={x + y} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
