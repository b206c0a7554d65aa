/** Parses an uploaded document and stores its chunks; it is a source only once complete. */
import { eq, inArray, sql } from 'drizzle-orm'
import { totalsOf } from '#server/crud/query/totals.ts'
import type { Database, Db } from '#server/db/database.ts'
import type { JobInput } from '#server/db/tables/jobs.ts'
import { knowledgeChunks as chunks, knowledge } from '#server/db/tables/knowledge.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { sha256Of } from '#server/platform/files/files.ts'
import { enqueue } from '#server/platform/jobs/enqueue.ts'
import { type Committed, type JobRun, jobKind } from '#server/platform/jobs/kind.ts'
import { atOnce, storeChunks } from '../bot/store.ts'
import type { Parsed } from './parse.ts'
import { parseApart } from './parse-apart.ts'

interface ParseInput extends JobInput {
  knowledge: number
}

type Stored = typeof knowledge.$inferSelect

/** Attempts at a document that kills the server. */
const maxAttempts = 3

const isOpen = ({ status }: Pick<Stored, 'status'>) => status === 'waiting' || status === 'parsing'

/** One step with the row locked; false if it is gone or settled, which ends the job. */
async function step(run: JobRun<ParseInput>, effect: (tx: Db, stored: Stored) => Promise<Committed>): Promise<boolean> {
  let goesOn = false
  await run.commit(async (tx) => {
    const [stored] = await tx.select().from(knowledge).where(eq(knowledge.id, run.input.knowledge)).for('no key update')
    goesOn = stored !== undefined && isOpen(stored)
    return stored && goesOn ? effect(tx, stored) : { finished: true }
  })
  return goesOn
}

async function setState({ database }: Pick<Platform, 'database'>, tx: Db, id: number, state: Partial<Stored>): Promise<void> {
  await tx
    .update(knowledge)
    .set({ ...state, updated_at: sql`now()` })
    .where(eq(knowledge.id, id))
  await totalsOf(database).changed(tx, ['knowledge'])
}

type Parse = (bytes: Uint8Array, name: string, signal: AbortSignal) => Promise<Parsed>

async function readDocument({ platform, input, signal }: JobRun<ParseInput>, parse: Parse): Promise<Parsed> {
  const [stored] = await platform.database.db.select().from(knowledge).where(eq(knowledge.id, input.knowledge))
  const file = stored?.file
  const found = file ? await platform.privateFiles.read(sha256Of(file.url) ?? '', file.name) : null
  if (!found || !file) return { ok: false, type: null, reason: 'damaged' }
  return parse(found.content, file.name, signal)
}

async function readAndStore(run: JobRun<ParseInput>, parse: Parse): Promise<'done'> {
  const { platform, input } = run
  const id = input.knowledge
  const isBegun = await step(run, async (tx) => {
    await tx.delete(chunks).where(eq(chunks.knowledge_id, id))
    await setState(platform, tx, id, { status: 'parsing' })
    return { done: 0 }
  })
  if (!isBegun) return 'done'
  const parsed: Parsed = run.attempts > maxAttempts ? { ok: false, type: null, reason: 'damaged' } : await readDocument(run, parse)
  if (!parsed.ok) {
    const { reason, type } = parsed
    await step(run, async (tx, stored) => {
      await setState(platform, tx, id, { status: 'failed', reason, chunks: 0, type: type ?? stored.type })
      return { finished: true }
    })
    return 'done'
  }
  const { length } = parsed.chunks
  for (let at = 0; at < length; at += atOnce) {
    const part = parsed.chunks.slice(at, at + atOnce)
    const goesOn = await step(run, async (tx) => {
      await storeChunks(tx, id, part, at)
      return { done: at + part.length, total: length }
    })
    if (!goesOn) return 'done'
  }
  await step(run, async (tx) => {
    await setState(platform, tx, id, { status: 'indexed', reason: null, type: parsed.type, chunks: length })
    return { finished: true }
  })
  return 'done'
}

/** `parse`: parser of the bytes. */
export const parseJobWith = (parse: Parse) => jobKind<ParseInput>('knowledge', 'media', (run) => readAndStore(run, parse))
export const parseJob = parseJobWith(parseApart)

export async function enqueueParsing(database: Pick<Database, 'notify'>, tx: Db, id: number, name: string): Promise<void> {
  await enqueue(database, tx, parseJob, { knowledge: id }, { key: String(id), subject: name })
}

/** Restarts documents whose job was ended. */
export async function startKnowledge({ database }: Platform): Promise<void> {
  await database.transaction(async (tx) => {
    const open = await tx
      .select({ id: knowledge.id, name: knowledge.name })
      .from(knowledge)
      .where(inArray(knowledge.status, ['waiting', 'parsing']))
    for (const { id, name } of open) await enqueueParsing(database, tx, id, name)
  })
}
