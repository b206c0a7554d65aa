import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'

/** Adds regular members `m1@mail.test`, `m2@mail.test` and so on, in one statement. */
export async function addManyMembers(db: Db, count: number): Promise<void> {
  await db.execute(sql`
    insert into members (ref, name, phone, email, joined_at)
    select gen_random_uuid(), 'Anggota ' || n, '62811' || lpad(n::text, 8, '0'), 'm' || n || '@mail.test', '2020-01-01'
    from generate_series(1, ${count}::int) as n`)
  await db.execute(sql`analyze members`)
}
