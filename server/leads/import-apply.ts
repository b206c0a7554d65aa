/** Stores rows of an import: a part in one short transaction, with few statements for all. */
import { inArray, sql } from 'drizzle-orm'
import type { ImportFailure } from '#contract/import/import-calls.ts'
import type { FieldProblem } from '#contract/kit/field/errors.ts'
import { rows as rowsField } from '#contract/kit/field/field.ts'
import { toRecord, toText } from '#contract/kit/field/guards.ts'
import { problem } from '#contract/kit/field/problem.ts'
import { validate } from '#contract/kit/field/schema.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { type ImportRow, importRowFields } from '#contract/leads/lead-import.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { leads as section } from '#contract/sections/sales/leads.ts'
import type { Counts } from '#server/crud/import/state.ts'
import { oneAtATime, remember, type Storing } from '#server/crud/import/store.ts'
import { recordsOf } from '#server/crud/query/nested.ts'
import { insertAll, updateAll } from '#server/crud/query/prepared-rows.ts'
import { scopeOf } from '#server/crud/query/read.ts'
import { resolveReferences } from '#server/crud/query/references.ts'
import { asInput, selectRows, toColumns } from '#server/crud/query/rows.ts'
import { publishChange } from '#server/crud/write/publish-change.ts'
import type { Db } from '#server/db/database.ts'
import { leads } from '#server/db/tables/crm.ts'
import { mayAssign } from '#server/people/assigning.ts'
import type { CurrentUser } from '#server/platform/core/context.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import { leadsApi, prepareLeads } from './api.ts'

const { shape } = leadsApi
const { notes: leadNotes } = section.fields

type Values = Record<string, unknown>

/** A part of an import from any source. */
export type Applying = Omit<Storing, 'shape' | 'after'>

/** A lead that rows of this part will make or change. */
interface Target {
  row: number
  before: AnyRow | null
  input: Values
}

function failure(row: number, field: string, value: unknown, found: FieldProblem): ImportFailure {
  return { row, field, value: value === undefined || value === null ? '' : toText(value), problem: found }
}

/** Resolves references to numbers; rows with unknown names become failures. */
async function resolved(by: Pick<Applying, 'db' | 'user'>, rows: readonly ImportRow[], failures: ImportFailure[]): Promise<Values[]> {
  let left = [...rows]
  while (left.length) {
    try {
      const { rows: found } = await resolveReferences(by, { rows: rowsField(importRowFields) }, { rows: left })
      return recordsOf(found)
    } catch (error) {
      if (!(error instanceof ApiError) || !error.extra.fields) throw error
      const wrong = new Set<number>()
      for (const [path, found] of Object.entries(error.extra.fields)) {
        const [, at = '', field = ''] = path.split('.')
        const row = left[Number(at)]
        if (!row) throw error
        wrong.add(Number(at))
        failures.push(failure(row.row, field === 'lead_sources' ? 'source' : field, toRecord(row)[field] ?? '', found))
      }
      left = left.filter((_, at) => !wrong.has(at))
    }
  }
  return []
}

/** Returns the oldest visible lead of each phone. */
export async function leadsByPhone(db: Db, user: CurrentUser, phones: readonly string[], lock = false): Promise<Map<string, AnyRow>> {
  if (!phones.length) return new Map()
  const { where } = scopeOf(shape, user)
  const found = await selectRows(db, shape, {
    where: where ? sql`(${where}) and ${inArray(leads.phone, [...phones])}` : inArray(leads.phone, [...phones]),
    order: [sql`${leads.id} desc`],
    lock,
  })
  return new Map(found.map((row) => [toText(row.phone), row]))
}

const sourceKey = (source: Values) => `${toText(source.campaign_id)} ${toText(source.source)}`

const maxNotes = leadNotes.max ?? 0

/** Adds further phones and emails to notes that do not have them. */
function withContacts(notes: string, contacts: string): string {
  const all = notes === '' ? contacts : `${notes}\n${contacts}`
  return contacts === '' || notes.includes(contacts) || all.length > maxNotes ? notes : all
}

/** Merges filled cells; tags and sources are added. */
function merged(input: Values, row: Values): Values {
  const tags = [...new Set([input.tags ?? [], row.tags ?? []].flat().map(String))]
  const known = recordsOf(input.lead_sources)
  const more = recordsOf(row.lead_sources).filter((source) => !known.some((each) => sourceKey(each) === sourceKey(source)))
  const { row: _, other_contacts, ...cells } = row
  const notes = withContacts(toText(cells.notes ?? input.notes), toText(other_contacts))
  return { ...input, ...cells, ...(notes !== '' && { notes }), tags, lead_sources: [...known, ...more] }
}

/** Equal times may be written differently. */
function isSameValue(kind: string, a: unknown, b: unknown): boolean {
  if (kind === 'dateTime' && a && b) return Date.parse(toText(a)) === Date.parse(toText(b))
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
}

function differs(before: AnyRow, input: Values): boolean {
  const [old, next] = [toColumns(shape, asInput(section.fields, before)), toColumns(shape, input)]
  return Object.entries(section.fields).some(([name, { kind }]) => !isSameValue(kind, old[name], next[name]))
}

/** Returns the result of rows by the policy for duplicates, in order: an earlier row of the file counts as existing. */
function plan(
  rows: readonly Values[],
  { stored: { duplicates, defaults }, user }: Applying,
  existing: Map<string, AnyRow>,
  applied: Counts,
): Target[] {
  const targets: Target[] = []
  const known = new Map<string, Target>()
  for (const row of rows) {
    const phone = toText(row.phone)
    const number = Number(row.row)
    const here = known.get(phone)
    const before = existing.get(phone) ?? null
    if (duplicates === 'skip' && (here || before)) {
      applied.skipped += 1
      continue
    }
    const to = Number(row.sales ?? (before && duplicates === 'update' ? before.sales : defaults.sales) ?? 0)
    const from = Number((duplicates === 'update' ? before?.sales : 0) ?? 0)
    // A file that reassigns existing leads is a bulk transfer (docs/product/access.md#bulk-transfer).
    const changes = duplicates === 'update' && before !== null
    const transfers = changes && from !== to
    // Checked for each part: the person may have lost the permission since the start.
    if (changes && !user.permissions.has('update crm')) {
      applied.failures.push(failure(number, 'phone', phone, problem('not_allowed')))
      continue
    }
    if (!mayAssign(user, from, to) || (transfers && !user.permissions.has('delete crm'))) {
      applied.failures.push(failure(number, 'sales', row.sales, problem('not_allowed')))
      continue
    }
    if (duplicates === 'update' && here) {
      here.input = merged(here.input, row)
      applied.updated += 1
      continue
    }
    const base = before && duplicates === 'update' ? asInput(section.fields, before) : { status: 'new', ...defaults }
    const target = { row: number, before: duplicates === 'update' ? before : null, input: merged(base, row) }
    targets.push(target)
    if (duplicates !== 'keep') known.set(phone, target)
  }
  return targets
}

/** Leads with too many tags or sources after the merge stay unchanged. */
function sound(targets: readonly Target[], applied: Counts): Target[] {
  return targets.filter((target) => {
    const checked = validate(section.fields, section.rules, target.input)
    if (checked.ok) {
      target.input = checked.value
      return true
    }
    for (const [path, found] of Object.entries(checked.problems)) {
      const field = path.split('.')[0] ?? path
      applied.failures.push(failure(target.row, field, '', found))
    }
    return false
  })
}

async function create(applying: Applying, targets: readonly Target[]): Promise<void> {
  const { db, user } = applying
  if (!targets.length) return
  const changes = targets.map(({ input }) => {
    const values: Values = { ...toColumns(shape, input), ref: uuidv7(), created_by: user.name, updated_by: user.name }
    return { db, input, values }
  })
  await prepareLeads(changes)
  await insertAll(
    db,
    shape,
    changes.map(({ values }) => values),
  )
  const refs = changes.map(({ values }) => toText(values.ref))
  const rows = new Map((await selectRows(db, shape, { where: inArray(leads.ref, refs) })).map((row) => [row.ref, row]))
  await announced(applying, targets, (_, at) => rows.get(refs[at] ?? '') ?? null)
}

async function update(applying: Applying, targets: readonly Target[], applied: Counts): Promise<void> {
  const { db, user } = applying
  const changed = targets.filter(({ before, input }) => before && differs(before, input))
  applied.skipped += targets.length - changed.length
  applied.updated += changed.length
  if (!changed.length) return
  const changes = changed.map(({ input }) => ({ db, input, values: toColumns(shape, input) }))
  await prepareLeads(changes)
  const writes = changed.flatMap(({ before }, at) =>
    before ? [{ id: before.id, before, values: { ...changes[at]?.values, updated_by: user.name } }] : [],
  )
  await updateAll(db, shape, writes)
  const ids = changed.flatMap(({ before }) => before?.id ?? [])
  const rows = new Map((await selectRows(db, shape, { where: inArray(leads.id, ids) })).map((row) => [row.id, row]))
  await announced(applying, changed, ({ before }) => (before && rows.get(before.id)) ?? null)
}

/** Writes undo data and the devices' feed, and invalidates totals. */
async function announced(
  applying: Applying,
  targets: readonly Target[],
  afterOf: (target: Target, at: number) => AnyRow | null,
): Promise<void> {
  const { platform, db, user, stored } = applying
  const effects = targets.map((target, at) => ({
    platform,
    db,
    user,
    before: target.before,
    after: afterOf(target, at),
    input: target.input,
    mutation: `import ${stored.ref}`,
  }))
  await remember(
    applying,
    effects.flatMap(({ before, after }, at) => (after ? [{ row: targets[at]?.row ?? 0, before, after }] : [])),
  )
  await publishChange(shape, effects)
}

/** Applies valid rows. Rows that cannot be stored become failures. */
export async function applyRows(applying: Applying, rows: readonly ImportRow[]): Promise<Counts> {
  const { db, user, stored } = applying
  const { duplicates } = stored
  const applied: Counts = { created: 0, updated: 0, skipped: 0, failures: [] }
  if (duplicates !== 'keep') await oneAtATime(applying)
  const known = await resolved(applying, rows, applied.failures)
  const phones = duplicates === 'keep' ? [] : [...new Set(known.map(({ phone }) => toText(phone)))]
  const existing = await leadsByPhone(db, user, phones, duplicates === 'update')
  const targets = sound(plan(known, applying, existing, applied), applied)
  const fresh = targets.filter(({ before }) => !before)
  await create(applying, fresh)
  applied.created = fresh.length
  await update(
    applying,
    targets.filter(({ before }) => before),
    applied,
  )
  return applied
}
