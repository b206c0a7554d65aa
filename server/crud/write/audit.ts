/** History of records: one row per record and change, in the same transaction. */
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { ListQuery } from '#contract/kit/field/list-query.ts'
import { equalValues } from '#contract/kit/field/merge.ts'
import type { Page } from '#contract/kit/field/paging.ts'
import { type Changes, type HistoryEntry, historyFields, inHistory, readableChanges, versionField } from '#contract/kit/section/history.ts'
import { recordFields } from '#contract/kit/section/record-fields.ts'
import type { Db } from '#server/db/database.ts'
import { preparedQuery } from '#server/db/prepared-query.ts'
import { audit, revisions } from '#server/db/tables/platform.ts'
import type { CurrentUser } from '#server/platform/core/context.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import { readPage } from '../query/plain-list.ts'
import { findRow, findRows, scopeOf } from '../query/read.ts'
import { idOf, type Key, only } from '../query/rows.ts'
import { readableNames, type Shape } from '../query/shape.ts'
import type { Announced, Effect } from '../rules.ts'
import { findRevision, keepFirstRevisions, type Written, writeRevisions } from './revisions.ts'

/** Chosen fields: not counters or computed ones, but those of a switch, an order or a call. */
function isChosen({ section }: Shape, name: string): boolean {
  if (Object.hasOwn(recordFields, name)) return false
  const isWritten = Object.hasOwn(section.switches, name) || section.order?.field === name
  const field = section.fields[name]
  return !field?.readOnly || field.inHistory === true || isWritten
}

/** Returns `{ field: [from, to] }` of differences, as kept in a history. Of a secret only that it was set. */
export function changesOf(shape: Shape, { before, after, input }: Effect): Changes {
  const changes: Record<string, [unknown, unknown]> = {}
  for (const [name, field] of Object.entries(shape.section.fields)) {
    if (!isChosen(shape, name)) continue
    if (field.kind === 'secret') {
      if (typeof input[name] === 'string') changes[name] = [null, null]
    } else if (!equalValues(field, before?.[name], after?.[name]))
      changes[name] = [inHistory(field, before?.[name]), inHistory(field, after?.[name])]
  }
  return changes
}

type Entry = typeof audit.$inferInsert

const names = ['section', 'record', 'action', 'user', 'created_by', 'mutation', 'changes'] as const
const insertOne = preparedQuery((db) =>
  db.insert(audit).values({
    section: sql.placeholder('section'),
    record: sql.placeholder('record'),
    action: sql.placeholder('action'),
    user: sql.placeholder('user'),
    created_by: sql.placeholder('created_by'),
    mutation: sql.placeholder('mutation'),
    changes: sql.placeholder('changes'),
  }),
)
/** A statement has at most 65,535 parameters. */
const atOnce = Math.floor(60_000 / names.length)

function entryOf(shape: Shape, { before, after, user, mutation, changes, as }: Announced): Entry[] {
  const record = (after ?? before)?.id
  const isMoved = as === 'trash' || as === 'restore'
  const action = isMoved ? as : !before ? 'create' : after ? 'update' : 'delete'
  if (record === undefined || (action === 'update' && !Object.keys(changes).length)) return []
  const { name: section } = shape.section
  return [
    {
      section,
      record,
      action,
      user: user.id || null,
      created_by: user.name || null,
      mutation: mutation ?? null,
      changes: isMoved ? {} : changes,
    },
  ]
}

/** Writes a row per created, changed or deleted record. */
export async function writeAudit(db: Db, shape: Shape, effects: readonly Announced[]): Promise<void> {
  if (shape.section.revisions) await keepFirstRevisions(db, shape, effects)
  const entries = effects.flatMap((effect) => entryOf(shape, effect))
  if (shape.section.revisions) return writeWithRevisions(db, shape, effects, entries)
  const [single] = entries
  if (single && entries.length === 1) return void (await insertOne(db, { ...single }))
  for (let at = 0; at < entries.length; at += atOnce) await db.insert(audit).values(entries.slice(at, at + atOnce))
}

async function writeWithRevisions(db: Db, shape: Shape, effects: readonly Announced[], entries: readonly Entry[]): Promise<void> {
  const written: Written[] = []
  for (let at = 0; at < entries.length; at += atOnce) {
    const { id, record, action } = audit
    const rows = db.insert(audit).values(entries.slice(at, at + atOnce))
    written.push(...(await rows.returning({ id, record, action })))
  }
  await writeRevisions(db, shape, effects, written)
}

/** Returns the number of a record: visible, or deleted if all were visible. Throws 404. */
async function recordOf(db: Db, shape: Shape, user: CurrentUser, key: Key): Promise<number> {
  const [row] = await findRows(db, shape, user, [key])
  if (row) return row.id
  const id = idOf(key)
  if (id === null || scopeOf(shape, user).where) throw new ApiError('not_found')
  const [known] = await db
    .select({ id: audit.id })
    .from(audit)
    .where(and(eq(audit.section, shape.section.name), eq(audit.record, id), eq(audit.action, 'delete')))
    .limit(1)
  if (!known) throw new ApiError('not_found')
  return id
}

const call = { reply: { of: 'list', fields: { ...historyFields, version: versionField } } } as const

/** Returns the history of a record, newest first, with readable fields. Throws 404. */
export async function readHistory(
  db: Db,
  shape: Shape,
  user: CurrentUser,
  key: Key,
  list: ListQuery,
): Promise<Omit<Page<HistoryEntry>, 'total_record'>> {
  const record = await recordOf(db, shape, user, key)
  const readable = readableNames(shape, user)
  const shown = sql`(${audit.action} <> 'update' or jsonb_exists_any(${audit.changes}, ${sql.param([...readable])}::text[]))`
  const { id, created_at, created_by, user: by, action, mutation, changes } = audit
  const version = sql<number | null>`(select ${revisions.version} from ${revisions} where ${revisions.audit_id} = ${audit.id})`
  const columns = { id, created_at, created_by, user: by, action, mutation, ...(shape.section.revisions && { version }) }
  const select = (where: SQL | undefined) =>
    db
      .select({ ...columns, changes })
      .from(audit)
      .where(and(eq(audit.section, shape.section.name), eq(audit.record, record), shown, where))
      .$dynamic()
  const { total_record: _, ...found } = await readPage(db, list, call, { columns, sort: 'id desc' }, select)
  return { ...found, data: found.data.map((row) => ({ ...row, changes: readableChanges(row.changes, readable) })) }
}

/** Returns a version of a record with its readable fields. Throws 404. */
export async function readRevision(db: Db, shape: Shape, user: CurrentUser, key: Key, version: string): Promise<Record<string, unknown>> {
  const row = await findRow(db, shape, user, key)
  const found = await findRevision(db, shape, row.id, idOf(version) ?? 0)
  if (!found) throw new ApiError('not_found')
  const { id, ref, created_at, created_by } = row
  const saved = { version: found.version, updated_at: found.created_at, updated_by: found.created_by }
  return only({ ...found.values, id, ref, created_at, created_by, ...saved }, readableNames(shape, user))
}
