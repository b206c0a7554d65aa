import { useAccess } from '#console/data/api/session.ts'
import { useMedia } from '#console/ui/hooks/use-media.ts'
import { toRecord } from '#contract/kit/field/guards.ts'
import { holds } from '#contract/kit/field/permission.ts'
import { useStored } from '../../text/stored.ts'
import type { Column } from './columns.ts'

const parse = (value: unknown): Readonly<Record<string, boolean>> =>
  Object.fromEntries(Object.entries(toRecord(value)).flatMap(([name, shown]) => (typeof shown === 'boolean' ? [[name, shown]] : [])))

/** Visible columns, stored per path on the device (docs/product/lists.md#table), without those hidden by permission. */
export function useColumns(path: string, columns: readonly Column[]) {
  const access = useAccess()
  const [choice, keep] = useStored(`table-columns:${path}`, parse)
  const allowed = columns.filter((column) => !column.permission || holds(access, column.permission))
  const isTight = useMedia('(max-width: 95.99rem)')
  const shown = (name: string) =>
    choice[name] ?? !allowed.some((column) => column.name === name && (column.hidden || (column.isSpare && isTight)))
  return {
    all: allowed,
    visible: allowed.filter((column) => column.link || shown(column.name)),
    shown,
    toggle: (name: string) => void keep({ ...choice, [name]: !shown(name) }),
    reset: () => void keep(null),
  }
}
