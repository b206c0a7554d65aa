/** Jobs of imports and undos. Each part of rows is one commit with its counts, so that a restarted server continues there. */
import { and, eq } from 'drizzle-orm'
import type { ImportFailure } from '#contract/import/import-calls.ts'
import { importLimits } from '#contract/import/limits.ts'
import { importFields } from '#contract/import/sheet-columns.ts'
import { notAllowed } from '#contract/kit/field/errors.ts'
import type { Field } from '#contract/kit/field/field.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { problemAmong } from '#contract/kit/field/problem.ts'
import { maxNamed } from '#contract/kit/field/schema.ts'
import { filtersBeside } from '#contract/kit/section/options.ts'
import type { Db } from '#server/db/database.ts'
import { importParts, type SheetRow } from '#server/db/tables/imports.ts'
import { loadUser } from '#server/platform/auth/people.ts'
import type { Work } from '#server/platform/core/background.ts'
import type { CurrentUser } from '#server/platform/core/context.ts'
import { touchJobs } from '#server/platform/jobs/enqueue.ts'
import { type Committed, type JobRun, jobKind, PermanentError } from '#server/platform/jobs/kind.ts'
import { choosable } from '../query/references.ts'
import { type Shape, targetOf } from '../query/shape.ts'
import { labelColumn } from '../sheets/labels.ts'
import { storeFailureSheet } from './failures.ts'
import { dropFile, readFile, readPart, writeParts } from './read.ts'
import { type Importable, importableOf } from './rules.ts'
import { type Counts, countIn, jobKey, readImport, type StoredImport, setImport } from './state.ts'
import type { Storing } from './store.ts'
import { undoPart } from './undo.ts'

/** Suggestions for unknown names in a file. */

/** Names of all selectable records; '' if too many for a message. */
async function namesOf(db: Db, user: CurrentUser, { to = '', query }: Field): Promise<string> {
  const [target, named] = [targetOf(to), labelColumn(to)]
  if (!target || !named) return ''
  const found = await db
    .select({ label: named.column })
    .from(named.table)
    .where(choosable(target, user, to, filtersBeside(query, {})))
    .limit(maxNamed + 1)
  const names = found.map(({ label }) => toText(label)).sort((one, other) => one.localeCompare(other))
  return names.length > maxNamed ? '' : names.join(', ')
}

const isUnknown = ({ problem }: ImportFailure) => problem.code === 'unknown_reference'

/** Returns the failures, with the selectable names for unknown ones, if few. */
async function nameChoices(db: Db, user: CurrentUser, { section }: Shape, failures: readonly ImportFailure[]): Promise<ImportFailure[]> {
  const fields = importFields(section)
  const names = new Map<string, string>()
  for (const failure of failures) {
    const field = fields[failure.field]
    if (isUnknown(failure) && field && !names.has(failure.field)) names.set(failure.field, await namesOf(db, user, field))
  }
  return failures.map((failure) =>
    isUnknown(failure) ? { ...failure, problem: problemAmong(failure.problem.code, names.get(failure.field) ?? '') } : failure,
  )
}

type ImportRun = JobRun<{ import: number }>

/** Returns the owner with current permissions: a revoked one ends the import. */
async function ownerOf(run: ImportRun, stored: StoredImport, { shape }: Importable, action: 'create' | 'get'): Promise<CurrentUser> {
  const user = await loadUser(run.platform.database.db, stored.user_id)
  if (!user?.permissions.has(`${action} ${shape.section.permission}`)) throw new PermanentError(notAllowed)
  return user
}

/** Commits a part, then runs its deferred work. */
async function commit(run: ImportRun, part: (db: Db, after: (work: Work) => void) => Promise<Committed>): Promise<void> {
  const later: Work[] = []
  await run.commit((db) => part(db, (work) => later.push(work)))
  for (const work of later) run.platform.background.run(work)
}

class RolledBack extends Error {}

/** Stores a part and rolls it back. */
async function rehearse(rules: Importable['rules'], storing: Storing, rows: readonly SheetRow[]): Promise<Counts> {
  let counts: Counts | undefined
  try {
    await storing.db.transaction(async (db) => {
      counts = await rules.store({ ...storing, db, after: () => undefined }, rows)
      throw new RolledBack()
    })
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error
  }
  if (!counts) throw new Error('a part of a dry run was not tried')
  return counts
}

async function begin(run: ImportRun, stored: StoredImport, importable: Importable): Promise<void> {
  await run.report({ step: 'reading' })
  const began = new Date()
  const read = await readFile(run.platform, importable, stored)
  const { rules } = importable
  await run.commit(async (db) => {
    if (!read.ok) {
      await setImport(db, stored.id, { state: 'failed', problem: read.message, problem_code: read.code, ...read.columns })
      return { finished: true }
    }
    await writeParts(db, stored.id, read.rows, rules.partRows)
    const defaults = { ...(await rules.preset?.(db, stored.file_name)), ...stored.defaults }
    const { table_read, ...columns } = read.columns
    // The first rows are content, and needed only while somebody chooses the header.
    const table = stored.dry_run ? table_read : { ...table_read, top: [] }
    await setImport(db, stored.id, { total: read.rows.length, defaults, ...columns, table_read: table })
    return { cursor: 0, total: read.rows.length, done: 0, step: stored.dry_run ? 'checking' : 'storing' }
  })
  await dropFile(run.platform, stored, began)
}

/** Returns false when the import is over or was ended. */
async function storePart(run: ImportRun, user: CurrentUser, importable: Importable, id: number): Promise<boolean> {
  const { shape, rules } = importable
  const number = Number(run.cursor)
  let goesOn = true
  await commit(run, async (db, after) => {
    const stored = await readImport(db, id, true)
    const rows = stored.state === 'running' ? await readPart(db, id, number) : null
    goesOn = rows !== null
    if (!rows) {
      if (stored.state === 'running') await setImport(db, id, { state: stored.dry_run ? 'checked' : 'done' })
      return { finished: true, result: await storeFailureSheet(run.platform, db, importable, stored) }
    }
    const storing = { platform: run.platform, db, user, shape, stored, after }
    const counts = await (stored.dry_run ? rehearse(rules, storing, rows) : rules.store(storing, rows))
    await countIn(db, stored, { ...counts, failures: await nameChoices(db, user, shape, counts.failures) }, rows)
    await db.delete(importParts).where(and(eq(importParts.import_id, id), eq(importParts.number, number)))
    const done = stored.created + stored.updated + stored.skipped + stored.failed
    return { cursor: number + 1, done: Math.min(stored.total, done + rows.length), items: rows.length }
  })
  return goesOn
}

/** Upper bound of parts: files with more rows are refused (importLimits). */
const maxParts = importLimits.rows

export const importJob = jobKind('import', 'bulk', async (run: ImportRun) => {
  const id = run.input.import
  const stored = await readImport(run.platform.database.db, id)
  const importable = importableOf(stored)
  const user = await ownerOf(run, stored, importable, 'create')
  if (stored.state !== 'running') return 'done'
  if (run.cursor === null) await begin(run, stored, importable)
  for (let parts = 0; parts <= maxParts; parts++) {
    if (run.cursor === null) return 'done'
    if (run.isOver) return 'more'
    if (!(await storePart(run, user, importable, id))) break
  }
  return 'done'
})

export const undoImportJob = jobKind('undo-import', 'bulk', async (run: ImportRun) => {
  const id = run.input.import
  const first = await readImport(run.platform.database.db, id)
  const importable = importableOf(first)
  const { shape, rules } = importable
  const user = await ownerOf(run, first, importable, 'get')
  for (;;) {
    if (run.isOver) return 'more'
    let isOver = false
    await commit(run, async (db, after) => {
      const stored = await readImport(db, id, true)
      const { state, created, updated, undone, kept } = await undoPart(
        { platform: run.platform, db, user, shape, stored, after },
        rules.partRows,
        rules.undo,
      )
      isOver = state === 'undone'
      if (isOver) await touchJobs(run.platform.database, db, importJob, jobKey(first))
      return { step: 'undoing', total: created + updated, done: undone + kept, items: rules.partRows, finished: isOver }
    })
    if (isOver) return 'done'
  }
})
