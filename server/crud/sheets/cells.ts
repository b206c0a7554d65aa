/** Columns of an export: headers that an import recognises, and values as cells. */

import { type Field, firstJoined, isStoredFile } from '#contract/kit/field/field.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { isFile } from '#contract/kit/field/kind.ts'
import { hasCell } from '#contract/kit/section/sheet.ts'
import { headerOf } from '#contract/kit/section/sheet-header.ts'
import { wibText } from '#contract/lib/wib.ts'
import { pathOf } from '../query/joined.ts'
import { type Shape, targetOf } from '../query/shape.ts'

/** A text, number, moment (ISO 8601), or null. */
export type Cell = string | number | { moment: string } | null

/** Returns the label of a referenced record. */
export type LabelOf = (field: Field, id: unknown) => string | null

export interface SheetColumn {
  header: string
  /** The field to be readable; also the name in a request, which columns may share. */
  needs: string
  cell(row: Readonly<Record<string, unknown>>, labelOf: LabelOf): Cell
}

export const momentCell = (value: unknown): Cell => (typeof value === 'string' && value ? { moment: value } : null)
export const textCell = (value: unknown): Cell => (value === null || value === undefined ? null : toText(value))
export const listCell = (values: readonly unknown[]): Cell =>
  values
    .filter((value) => value !== '' && value != null)
    .map(String)
    .join(', ') || null

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

function cellOf(field: Field, value: unknown, labelOf: LabelOf): Cell {
  if (field.emptyDate !== undefined && value === field.emptyDate) return null
  if (field.kind === 'files') return listCell(Array.isArray(value) ? value.filter(isStoredFile).map(({ url }) => url) : [])
  if (isFile(field.kind)) return typeof value === 'object' && value !== null && 'url' in value ? textCell(value.url) : null
  switch (field.kind) {
    case 'dateTime':
      return momentCell(value)
    case 'flag':
      return value === null || value === undefined ? null : value === true ? 'Yes' : 'No'
    case 'reference':
      return value === null || value === undefined || (value === 0 && field.unassigned) ? null : labelOf(field, value)
    case 'references':
      return listCell(Array.isArray(value) ? value.map((id) => labelOf(field, id)) : [])
    case 'tags':
    case 'choices':
      return listCell(Array.isArray(value) ? value : [])
    default:
      return isNumber(value) ? value : textCell(value)
  }
}

/** Returns whether a joined field repeats its reference's label. */
function repeatsReference({ section }: Shape, { joined = '' }: Field): boolean {
  const { via, name } = pathOf(joined)
  return name !== '' && targetOf(section.fields[via]?.to)?.section.title === name
}

/** Returns the section's fields in order, nested ones by its rules; then creator, editor and times. */
export function columnsOf(shape: Shape): SheetColumn[] {
  const { section, fields, hooks } = shape
  /** A reference's label, where the section has its own expression. */
  const nameOf = (reference: string) => [firstJoined(fields, reference) ?? ''].find((name) => Object.hasOwn(hooks.reads ?? {}, name))
  const names = [...Object.keys(section.fields), 'created_at', 'created_by', 'updated_at', 'updated_by']
  return names.flatMap((name): readonly SheetColumn[] => {
    const field = fields[name]
    const own = hooks.cells?.[name]
    if (own || !field || !hasCell(section, name) || repeatsReference(shape, field)) return own ?? []
    const named = nameOf(name)
    const cell: SheetColumn['cell'] = (row, labelOf) => (named ? textCell(row[named]) : cellOf(field, row[name], labelOf))
    return [{ header: headerOf(name, field), needs: name, cell }]
  })
}

/** A cell as csv has it. */
export const plainText = (cell: Cell): string =>
  cell === null ? '' : typeof cell === 'object' ? wibText(new Date(cell.moment)).slice(0, 16).replace('T', ' ') : String(cell)
