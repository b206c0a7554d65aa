/** Two people changed one record: separate fields merge by themselves, the same field asks the person (design section 6). */
import type { AnyRow } from '#contract/kit/section.ts'
import type { Base, OutboxRow } from './types.ts'

function stable(value: unknown): string {
  return JSON.stringify(value ?? null, (_, entry: unknown) =>
    typeof entry === 'object' && entry !== null && !Array.isArray(entry)
      ? Object.fromEntries(Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1)))
      : entry,
  )
}

export const same = (a: unknown, b: unknown): boolean => stable(a) === stable(b)

/** Fields that both sides changed, each to something else. */
export function clashes(row: Pick<OutboxRow, 'patch' | 'base'>, current: AnyRow): string[] {
  return Object.keys(row.patch).filter((name) => {
    const [seen, mine, theirs] = [row.base?.values[name], row.patch[name], current[name]]
    return !same(seen, theirs) && !same(mine, theirs)
  })
}

/** The base of the merged mutation; null when a person has to decide, or when what they saw is not known. */
export function mergedBase(row: Pick<OutboxRow, 'patch' | 'base' | 'action' | 'files'>, current: AnyRow | null | undefined): Base | null {
  if (!current || !row.base || row.action !== 'update') return null
  const { values } = row.base
  if (!Object.keys(row.patch).every((name) => name in values) || clashes(row, current).length) return null
  return { version: current.version, values: Object.fromEntries(Object.keys(row.patch).map((name) => [name, current[name]])) }
}
