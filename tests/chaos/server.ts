/** The real API in this process, embedded database. */
import { type SQL, sql } from 'drizzle-orm'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { membership } from '#contract/sections/product/membership.ts'
import { logout } from '#contract/session.ts'
import { createApp } from '#server/app.ts'
import { members } from '#server/db/tables/members.ts'
import { ofAll, ofMember } from '#tests/money/invariants.ts'
import { makePerson, testPlatform } from '#tests/support/api.ts'
import { requestAs } from '#tests/support/request.ts'
import { type Entry, readLog, startLog } from './effect-log.ts'
import { models, type SectionOfModel, sectionNames } from './models.ts'

const areas = ['crm', 'bank', 'member', 'transaction', 'product']
const permissions = areas.flatMap((area) => ['get', 'create', 'update', 'delete'].map((action) => `${action} ${area}`))
const emt = { name: 'EMT', product: 'EMT', type: 'Regular', fee_type: 'paid', price: 1_499_000, duration_days: 30, is_active: true }

export interface ModelUser {
  id: number
  ref: string
}

export interface ModelServer {
  /** Product for thirty days. */
  product: number
  users: ModelUser[]
  fetch(request: Request): Promise<Response>
  issueToken(user: number): Promise<string>
  signOut(token: string): Promise<void>
  isSignedIn(token: string): Promise<boolean>
  /** Ends all sessions of a user. */
  revoke(user: number): Promise<void>
  /** Revokes or restores the permission to write. */
  forbid(user: number, forbidden: boolean): Promise<void>
  /** Request of another client, without keys and version. Returns the status. */
  other(method: string, path: string, body: unknown, mask?: string): Promise<number>
  /** Stores initial records of a schedule; returns refs. */
  seed(section: SectionOfModel, count: number): Promise<string[]>
  rows(section: SectionOfModel, refs: readonly string[]): Promise<Record<string, unknown>[]>
  log(): Promise<Entry[]>
  /** Violated invariants of members and orders (tests/money). */
  money(): Promise<string[]>
  /** Deletes everything but the users. With `forget` the server stores no verdicts (sabotage). */
  reset(forget: boolean): Promise<void>
  close(): Promise<void>
}

const seedOf: Record<SectionOfModel, (ref: string, i: number) => SQL> = {
  leads: (ref, i) => sql`insert into leads (ref, name, phone, status, city, notes, email)
    values (${ref}, ${`start ${i}`}, ${`62812000000${i}`}, 'new', 'start', 'start', 'start@lapangan.test')`,
  bank: (ref, i) => sql`insert into banks (ref, bank_name, account_number, account_holder, bank_branch)
    values (${ref}, ${`start ${i}`}, '1234567', 'start', 'start')`,
  member: (ref, i) => sql`insert into members (ref, name, phone, city, notes, email)
    values (${ref}, ${`start ${i}`}, ${`62813000000${i}`}, 'start', 'start', 'start@lapangan.test')`,
  transaction: () => {
    throw new Error('orders are made in the schedule')
  },
}

export async function startModelServer(): Promise<ModelServer> {
  const { platform, close } = await testPlatform({ DEMO: 'false' })
  const { database, tokens, people } = platform
  const { db } = database
  await startLog(db)
  const app = createApp(platform)
  const users = [await makePerson(platform, permissions), await makePerson(platform, permissions)]
  const other = requestAs(app, await makePerson(platform, permissions))
  const made = await other('POST', membership.path, emt)
  if (made.status !== 201) throw new Error(`nothing to sell: ${JSON.stringify(made.body)}`)
  const userOf = (index: number) => {
    const user = users[index]
    if (!user) throw new Error(`there is no user ${index}`)
    return user
  }
  return {
    product: made.body.data.id,
    users,
    fetch: async (request) => app.fetch(request),
    async issueToken(index) {
      const token = await tokens.issue(userOf(index))
      await tokens.verify(token)
      return token
    },
    async signOut(token) {
      await app.request(logout.path, { method: logout.method, headers: { authorization: `Bearer ${token}` } })
    },
    isSignedIn: async (token) => (await people.bySession(await tokens.verify(token))) !== null,
    revoke: (index) =>
      database.transaction(async (tx) => {
        await tx.execute(sql`update sessions set revoked_at = now() where user_id = ${userOf(index).id} and revoked_at is null`)
        await people.changed(tx)
      }),
    forbid: (index, forbidden) =>
      database.transaction(async (tx) => {
        const permissionList = JSON.stringify(forbidden ? permissions.filter((name) => name.startsWith('get ')) : permissions)
        await tx.execute(sql`
          update roles set permissions = ${permissionList}::jsonb
          where id in (select role_id from user_roles where user_id = ${userOf(index).id})`)
        await people.changed(tx)
      }),
    other: async (method, path, body, mask) => (await other(method, path, body, mask ? { 'Update-Mask': mask } : {})).status,
    async seed(section, count) {
      const refs = Array.from({ length: count }, () => uuidv7())
      for (const [i, ref] of refs.entries()) await db.execute(seedOf[section](ref, i))
      return refs
    },
    async rows(section, refs) {
      if (refs.length === 0) return []
      const list = sql.join(
        refs.map((ref) => sql`${ref}::uuid`),
        sql`, `,
      )
      const { rows } = await db.execute<{ row: Record<string, unknown> }>(
        sql`select to_jsonb(t) as row from ${sql.identifier(models[section].table)} t where ref in (${list}) order by id`,
      )
      return rows.map(({ row }) => row)
    },
    log: () => readLog(db),
    async money() {
      const found = await db.select({ id: members.id }).from(members)
      const each = await Promise.all(found.map(({ id }) => ofMember(db, id)))
      return [...each.flat(), ...(await ofAll(db))]
    },
    async reset(forget) {
      const own = sql.join(
        sectionNames.map((name) => sql.identifier(models[name].table)),
        sql`, `,
      )
      await db.execute(sql`truncate ${own} cascade`)
      for (const table of ['mutations', 'changes', 'sessions', 'chaos_log'])
        await db.execute(
          sql`delete from ${sql.identifier(table)} ${table === 'sessions' ? sql`where user_id in (${users[0]?.id}, ${users[1]?.id})` : sql``}`,
        )
      await db.execute(sql.raw(`set chaos.forget = '${forget ? 'on' : 'off'}'`))
      await people.changed(db)
    },
    close,
  }
}
