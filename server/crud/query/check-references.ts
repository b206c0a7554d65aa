/** Checks of references at start, which the compiler cannot do. */
import { getTableConfig, type PgColumn } from 'drizzle-orm/pg-core'
import type { Field, Fields } from '#contract/kit/field/field.ts'
import { optionQuery, parseTarget, siblingsOf } from '#contract/kit/section/options.ts'
import { columnNames } from '#contract/kit/section/section.ts'
import { isSectionName } from '#contract/sections/index.ts'
import { pathOf } from './joined.ts'
import { type Shape, servedShapes, targetOf } from './shape.ts'

/** Whether an index or unique constraint starts with the column. */
function isIndexed(column: PgColumn): boolean {
  const { indexes } = getTableConfig(column.table)
  const first = indexes.map(({ config }) => config.columns[0])
  return column.primary || column.isUnique || first.some((one) => one !== undefined && 'name' in one && one.name === column.name)
}

/** A planned section is no error: its references are not offered yet. */
const isMissing = (to: string) => !isSectionName(parseTarget(to).section)

function referenceProblem(field: Field, beside: Fields): string | null {
  const { to } = field
  if (to === undefined) return null
  const [choice] = siblingsOf(to)
  if (choice !== undefined) {
    const values = beside[choice]?.values ?? []
    return values.length
      ? (values.flatMap((value) => referenceProblem({ ...field, to: String(value) }, beside) ?? [])[0] ?? null)
      : `no choice {${choice}} stands beside it`
  }
  if (isMissing(to)) return null
  const target = targetOf(to)
  if (!target) return null
  if (!optionQuery(target.section, to)) return `${to} is no list of options`
  const unknown = siblingsOf(field.query).find((name) => !Object.hasOwn(beside, name))
  return unknown === undefined ? null : `no field {${unknown}} stands beside it`
}

function joinedProblem(shape: Shape, own: string, field: Field, beside: Fields, isNested: boolean): string | null {
  const { via, name } = pathOf(field.joined ?? '')
  const reference = beside[via]
  if (reference?.kind !== 'reference' || reference.to === undefined) return `${via} is no reference`
  if (isMissing(reference.to)) return null
  const target = targetOf(reference.to)
  if (!target) return null
  const [column, wanted] = [target.columns[name], target.fields[name]]
  if (!column || !wanted) return `${target.section.name} has no column ${name}`
  if (wanted.kind !== field.kind) return `${name} is ${wanted.kind}, not ${field.kind}`
  if (wanted.permission && wanted.permission !== field.permission) return `it has to ask for '${wanted.permission}', as its target does`
  const key = isNested ? null : shape.columns[via]
  if (key && key.getSQLType() !== 'bigint') return `${via} is ${key.getSQLType()}, not bigint`
  if (key && !isIndexed(key)) return `no index begins with ${via}`
  const isSorted = columnNames(shape.section).some((one) => one.name === via || one.name === own)
  return key && isSorted && !isIndexed(column)
    ? `no index of ${target.section.name} begins with ${name}, by which the list is sorted`
    : null
}

function problemsIn(shape: Shape, fields: Fields, prefix = ''): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const own = field.joined === undefined ? referenceProblem(field, fields) : joinedProblem(shape, name, field, fields, prefix !== '')
    const nested = field.fields ? problemsIn(shape, field.fields, `${prefix}${name}.`) : []
    return own === null ? nested : [`${shape.section.name}.${prefix}${name}: ${own}`, ...nested]
  })
}

/** Throws with every invalid reference and joined field: the program does not start. */
export function checkReferences(shapes: readonly Shape[] = servedShapes()): void {
  const problems = shapes.flatMap((shape) => problemsIn(shape, shape.section.fields))
  if (problems.length) throw new Error(`references do not fit:\n${problems.join('\n')}`)
}
