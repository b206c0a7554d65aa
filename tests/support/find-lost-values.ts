import type { Field, Fields } from '#contract/kit/field/field.ts'
import { isRecord } from '#contract/kit/field/guards.ts'
import { isFile } from '#contract/kit/field/kind.ts'

type Values = Readonly<Record<string, unknown>>

/** Whether the server fills the value from its reference: `sales_name` from `sales_id`. */
function filledBy(fields: Fields, name: string): boolean {
  const stem = name.split('_')[0]
  return Object.entries(fields).some(([other, field]) => other !== name && field.kind === 'reference' && other.startsWith(`${stem}_`))
}

function same(field: Field, sent: unknown, got: unknown, where: string): string[] {
  if (field.kind === 'secret') return got === undefined ? [] : [`${where} is shown`]
  if (isFile(field.kind)) return isRecord(got) && typeof got.url === 'string' && got.url !== '' ? [] : [`${where} has no url`]
  if (field.kind === 'files' && Array.isArray(sent) && Array.isArray(got) && sent.length === got.length)
    return got.flatMap((one: unknown, i) => same({ ...field, kind: 'file' }, sent[i], one, `${where}.${i}`))
  if (field.kind === 'rows' && Array.isArray(sent) && Array.isArray(got)) {
    if (sent.length !== got.length) return [`${where} has ${got.length} rows, not ${sent.length}`]
    return sent.flatMap((row: unknown, i) => (isRecord(row) ? findLostValues(field.fields ?? {}, row, got[i], `${where}.${i}`) : []))
  }
  // Object keys have no order.
  if (field.kind === 'object' && isRecord(sent)) return findLostValues(field.fields ?? {}, sent, got, where)
  if (field.kind === 'dateTime')
    return Date.parse(String(sent)) === Date.parse(String(got)) ? [] : [`${where}: ${String(got)} is not ${String(sent)}`]
  const [a, b] = [JSON.stringify(sent), JSON.stringify(got)]
  return a === b ? [] : [`${where}: ${b} is not ${a}`]
}

/** Sent values that a row lacks; empty when it has all. */
export function findLostValues(fields: Fields, sent: Values, row: unknown, where = 'row'): string[] {
  if (!isRecord(row)) return [`${where} is not there`]
  return Object.entries(sent).flatMap(([name, value]) => {
    const field = fields[name]
    return field && !filledBy(fields, name) ? same(field, value, row[name], `${where}.${name}`) : []
  })
}
