import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { openFolder } from './embedded.ts'
import { migrationsFolder, OlderDatabaseError } from './migrate.ts'
import { roles } from './tables/people.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lapangan-migrate-'))
  folders.push(folder)
  return join(folder, 'database')
}

/** Milliseconds of the first migration, as stored for applied ones. */
const baseline = JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8')).entries[0].when

/** A database with a role. The first migration is recorded at the given moments; `later`: so are the migrations after it. */
async function databaseOf(applied: readonly number[], later: boolean): Promise<string> {
  const folder = makeFolder()
  const { db, close } = await openFolder(folder)
  await db.insert(roles).values({ name: 'Lama' })
  await db.execute(sql`delete from drizzle.__drizzle_migrations where created_at = ${baseline} or not ${later}`)
  for (const at of applied) await db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('old', ${at})`)
  await close()
  return folder
}

describe('the first migration', () => {
  it('counts as applied where the migrations that it stands for are, and the rows stay', async () => {
    const folder = await databaseOf([baseline - 2, baseline - 1, baseline], true)
    const { db, close } = await openFolder(folder)
    expect(await db.select({ name: roles.name }).from(roles)).toEqual([{ name: 'Lama' }])
    const { rows } = await db.execute(
      sql`select count(*)::int as applied from drizzle.__drizzle_migrations where created_at <= ${baseline}`,
    )
    expect(rows).toEqual([{ applied: 3 }])
    await close()
  })

  it('refuses a database of before in one line with the way out, and leaves it as it is', async () => {
    const folder = await databaseOf([baseline - 2, baseline - 1], false)
    const refused = await openFolder(folder).catch((error: Error) => error)
    expect(refused).toMatchObject({ message: expect.stringContaining(new OlderDatabaseError().message) })
    expect(await openFolder(folder).catch((error: Error) => error.message)).toContain('start it once with the last version of that day')
  })

  it('keeps the entries of a membership, and notes what reports of sales count', async () => {
    const { db, close } = await openFolder(makeFolder())
    const { rows } = await db.execute(sql`select tgname as name from pg_trigger where not tgisinternal order by 1`)
    const noted = [
      'note_changed_lines',
      'note_changed_orders',
      'note_deleted_lines',
      'note_deleted_orders',
      'note_made_lines',
      'note_made_orders',
    ]
    expect(rows.map(({ name }) => name)).toEqual(['membership_entries_stay', ...noted, 'note_moved_lines'])
    await close()
  })
})
