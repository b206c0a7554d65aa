/** Imports and their undo, as jobs: each part of rows is one commit with its counts, so a killed server goes on at the part it was at. */
import { and, eq } from 'drizzle-orm'
import { importLimits } from '#contract/import/limits.ts'
import type { Db } from '#server/db/database.ts'
import type { Work } from '#server/platform/background.ts'
import type { CurrentUser } from '#server/platform/context.ts'
import { type Committed, type JobRun, jobKind, NeverError } from '#server/platform/jobs/kind.ts'
import { loadUser } from '#server/platform/people.ts'
import type { Shape } from '../shape.ts'
import { failureFile } from './failure-file.ts'
import { dropFile, readFile, readPart, writeParts } from './read.ts'
import { countIn, readImport, type StoredImport, setImport } from './state.ts'
import { type Storing, storeRows } from './store.ts'
import { importParts } from './tables.ts'
import { undoPart } from './undo.ts'

type ImportRun = JobRun<{ import: number }>

const shapes = new Map<string, Shape>()

/** Makes files importable into a section. */
export function offerImport(shape: Shape): void {
  shapes.set(shape.section.name, shape)
}

function shapeOf({ section }: StoredImport): Shape {
  const shape = shapes.get(section)
  if (!shape) throw new NeverError('This section takes no files any more.')
  return shape
}

/** Whoever asked, as they are now: a permission that was taken away ends the import where it is. */
async function ownerOf(run: ImportRun, stored: StoredImport, shape: Shape, action: 'create' | 'get'): Promise<CurrentUser> {
  const user = await loadUser(run.platform.database.db, stored.user_id)
  if (!user?.permissions.has(`${action} ${shape.section.permission}`)) throw new NeverError('You may not do this.')
  return user
}

/** Commits a part, and does afterwards what was to be done after it. */
async function commit(run: ImportRun, part: (db: Db, after: (work: Work) => void) => Promise<Committed>): Promise<void> {
  const later: Work[] = []
  await run.commit((db) => part(db, (work) => later.push(work)))
  for (const work of later) run.platform.background.run(work)
}

class RolledBack extends Error {}

/** Does a part as if it were stored, and takes it back. */
async function rehearse(storing: Storing, rows: Parameters<typeof storeRows>[1]) {
  let counts: Awaited<ReturnType<typeof storeRows>> | undefined
  try {
    await storing.db.transaction(async (db) => {
      counts = await storeRows({ ...storing, db, after: () => undefined }, rows)
      throw new RolledBack()
    })
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error
  }
  if (!counts) throw new Error('a part of a dry run was not tried')
  return counts
}

async function begin(run: ImportRun, stored: StoredImport, shape: Shape): Promise<void> {
  await run.report({ step: 'reading' })
  const began = new Date()
  const read = await readFile(run.platform, shape.section, stored)
  await run.commit(async (db) => {
    if (!read.ok) {
      await setImport(db, stored.id, { state: 'failed', problem: read.message, problem_code: read.code, ...read.columns })
      return { finished: true }
    }
    await writeParts(db, stored.id, read.rows)
    await setImport(db, stored.id, { total: read.rows.length, ...read.columns })
    return { cursor: 0, total: read.rows.length, done: 0, step: stored.dry_run ? 'checking' : 'storing' }
  })
  await dropFile(run.platform, stored, began)
}

async function storePart(run: ImportRun, user: CurrentUser, shape: Shape, id: number): Promise<void> {
  const number = Number(run.cursor)
  await commit(run, async (db, after) => {
    const stored = await readImport(db, id)
    const rows = await readPart(db, id, number)
    if (!rows) {
      await setImport(db, id, { state: stored.dry_run ? 'checked' : 'done' })
      return { finished: true, result: await failureFile(run.platform, stored) }
    }
    const storing = { platform: run.platform, db, user, shape, stored, after }
    await countIn(db, stored, await (stored.dry_run ? rehearse(storing, rows) : storeRows(storing, rows)))
    await db.delete(importParts).where(and(eq(importParts.import_id, id), eq(importParts.number, number)))
    const done = stored.created + stored.updated + stored.skipped + stored.failed
    return { cursor: number + 1, done: Math.min(stored.total, done + rows.length), items: rows.length }
  })
}

/** Rows at most are read, because a file of more is refused (importLimits). */
const maxParts = importLimits.rows

export const importJob = jobKind('import', 'bulk', async (run: ImportRun) => {
  const id = run.input.import
  const stored = await readImport(run.platform.database.db, id)
  const shape = shapeOf(stored)
  const user = await ownerOf(run, stored, shape, 'create')
  if (stored.state !== 'running') return 'done'
  if (run.cursor === null) await begin(run, stored, shape)
  for (let parts = 0; parts <= maxParts; parts++) {
    const { state } = await readImport(run.platform.database.db, id)
    if (state !== 'running') return 'done'
    if (run.isOver) return 'more'
    await storePart(run, user, shape, id)
  }
  return 'done'
})

export const undoImportJob = jobKind('undo-import', 'bulk', async (run: ImportRun) => {
  const id = run.input.import
  const first = await readImport(run.platform.database.db, id)
  const shape = shapeOf(first)
  const user = await ownerOf(run, first, shape, 'get')
  for (;;) {
    if (run.isOver) return 'more'
    let isOver = false
    await commit(run, async (db, after) => {
      const stored = await readImport(db, id)
      isOver = await undoPart({ platform: run.platform, db, user, shape, stored, after })
      const total = stored.created + stored.updated
      return { step: 'undoing', total, done: Math.min(total, stored.undone + stored.kept + 100), items: 100, finished: isOver }
    })
    if (isOver) return 'done'
  }
})
