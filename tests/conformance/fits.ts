/** Checks responses against the shapes of the contract. */

import * as v from 'valibot'
import type { Fields } from '#contract/kit/field/field.ts'
import { isRecord } from '#contract/kit/field/guards.ts'
import { isFile } from '#contract/kit/field/kind.ts'
import { valueSchema } from '#contract/kit/field/schema.ts'
import type { Reply } from '#contract/kit/section/call.ts'
import { listedFields } from '#contract/kit/section/listed-fields.ts'

const storedFile = v.object({ url: v.string(), name: v.string(), size: v.number(), type: v.string() })
const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const paging = v.object({
  data: v.array(v.unknown()),
  current_page: count,
  page_size: count,
  next_page: count,
  total_page: count,
  total_record: count,
})
const message = v.object({ message: v.pipe(v.string(), v.minLength(1)) })
const entry = v.object({ id: v.nullable(v.number()), ref: v.nullable(v.string()), message: v.string() })
const removal = v.object({ message: v.string(), success_entities: v.array(entry), failed_entities: v.array(entry) })

const unfit = (schema: v.GenericSchema, value: unknown, where: string) =>
  v.safeParse(schema, value).issues?.map((issue) => `${where}.${v.getDotPath(issue) ?? ''}: ${issue.message}`) ?? []

/** Mismatches of a row with its fields; empty without any. Values that need a permission may be missing. */
export function unfitRow(fields: Fields, row: unknown, where: string): string[] {
  if (!isRecord(row)) return [`${where} is no record`]
  const unknown = Object.keys(row).filter((name) => !Object.hasOwn(fields, name))
  return [
    ...unknown.map((name) => `${where}.${name} is not in the contract`),
    ...Object.entries(fields).flatMap(([name, field]) => {
      const value = row[name]
      if (field.kind === 'secret') return value === undefined ? [] : [`${where}.${name} is a secret`]
      if (value === undefined) return field.permission ? [] : [`${where}.${name} is missing`]
      if (value === null) return field.required && !field.shownWhen ? [`${where}.${name} is null`] : []
      // Rows of the changes feed are checked by their sections.
      if (field.kind === 'rows') return Array.isArray(value) ? [] : [`${where}.${name} is no list`]
      // The rule for sent text is stricter than for stored rows.
      if (field.kind === 'richText') return typeof value === 'string' ? [] : [`${where}.${name} is no text`]
      return unfit(isFile(field.kind) ? storedFile : valueSchema(field), value, `${where}.${name}`)
    }),
  ]
}

/** Returns mismatches of a response with its call's reply; empty without any. */
export function unfitReply(reply: Reply, body: unknown): string[] {
  switch (reply.of) {
    case 'list': {
      const envelope = reply.omitTotal ? v.omit(paging, ['total_record']) : paging
      const rows = isRecord(body) && Array.isArray(body.data) ? body.data : []
      return [...unfit(envelope, body, 'page'), ...rows.flatMap((row, i) => unfitRow(listedFields(reply), row, `data.${i}`))]
    }
    case 'record':
      return [...unfit(message, body, 'answer'), ...unfitRow(reply.fields, isRecord(body) ? body.data : undefined, 'data')]
    case 'removal':
      return unfit(removal, body, 'answer')
    case 'message':
      return unfit(message, body, 'answer')
    case 'object':
      return unfitRow(reply.fields, body, 'answer')
    case 'lines':
      return (Array.isArray(body) ? body : []).flatMap((line, i) => unfitRow(reply.fields, line, `line ${i}`))
    case 'blob':
    case 'events':
      return []
  }
}

/** Mismatches of a response with a problem of these statuses; empty without any. */
export async function unfitProblem(response: Response, statuses: readonly number[]): Promise<string[]> {
  const text = await response.text()
  const wrong: string[] = []
  if (!statuses.includes(response.status)) wrong.push(`status ${response.status}, not ${statuses.join(' or ')}: ${text.slice(0, 300)}`)
  if (!response.headers.get('content-type')?.startsWith('application/problem+json'))
    wrong.push(`content type ${response.headers.get('content-type')}`)
  else {
    const fields = {
      type: v.string(),
      title: v.string(),
      status: v.literal(response.status),
      code: v.string(),
      message: v.pipe(v.string(), v.minLength(1)),
    }
    wrong.push(...unfit(v.looseObject(fields), JSON.parse(text), 'problem'))
  }
  return wrong
}
