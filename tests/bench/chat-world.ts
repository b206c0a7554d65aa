/** Data of the chat platform's figures: accounts, sessions, and rooms with messages. */
import { sql } from 'drizzle-orm'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { openDatabase } from '#server/db/open.ts'
import { rooms } from '#server/db/tables/chat.ts'
import { roles, userRoles, users } from '#server/db/tables/people.ts'
import { insertRows } from '#server/demo/base/rows.ts'
import { receive } from '#server/inbox/inbound/receive.ts'
import { createPlatform } from '#server/platform/create.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { fromCustomer, makeNumber } from '#tests/support/chat.ts'
import { cloudAccount } from '#tests/support/cloud-api.ts'

/** Each salesperson has three devices and three rooms; two supervisors see everything: five sockets per room, 2,000 in all. */
const [salespeople, devices, supervisors] = [666, 3, 2]
const roomCount = 3 * salespeople
/** Key shared by processes on one database. */
export const benchKey = 'a key for figures, and for nothing else'
/** Earlier messages per room. */
const past = 10

export interface World {
  /** Token of each socket. */
  seats: string[]
  /** Customer's phone by room, and the seats that see it. */
  rooms: { phone: string; seats: number[] }[]
}

const phoneOf = (room: number) => `62812${String(room).padStart(8, '0')}`

const accounts = Array.from({ length: salespeople + supervisors }, (_, at) => ({
  id: at + 1,
  ref: uuidv7(),
  name: `Person ${at + 1}`,
  email: `person${at + 1}@lapangan.test`,
}))

/**
 * Fills an empty database, in a folder or at a URL, and closes it. Sessions are a row and a signed token, as after sign-in; passwords are
 * omitted, because hashing takes minutes.
 */
export async function fillWorld(dataDir: string, url?: string): Promise<World> {
  const settings = readSettings({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...(url && { DATABASE_URL: url, SECRET_KEY: benchKey }) })
  const database = await openDatabase(url ? { url } : { dataDir })
  try {
    const platform = await createPlatform(settings, database)
    const { db } = database
    const permissions = ['get crm', 'create crm', 'update crm', 'webnotif crm']
    await db.insert(roles).values([
      { id: 1, name: 'Sales', permissions },
      { id: 2, name: 'Supervisor', permissions },
    ])
    await insertRows(
      db,
      users,
      accounts.map((one) => ({ ...one, version: 1, is_active: true, company_code: 'EMT' })),
    )
    await insertRows(
      db,
      userRoles,
      accounts.map(({ id }) => ({ user_id: id, role_id: id <= salespeople ? 1 : 2, position: 0 })),
    )
    const number = await makeNumber(platform, { channel: 'cloud', ...cloudAccount })
    for (let round = 0; round < past; round++)
      await receive(
        platform,
        Array.from({ length: roomCount }, (_, room) => fromCustomer(number, phoneOf(room))),
      )
    await db.update(rooms).set({ assignee_sales: sql`1 + right(${rooms.customer_phone}, 8)::bigint % ${salespeople}` })
    const tokens = await Promise.all(accounts.map((account) => platform.tokens.issue(account)))
    await db.execute(sql`vacuum analyze`)
    const seats = tokens.flatMap((token, at) => Array<string>(at < salespeople ? devices : 1).fill(token))
    const everywhere = Array.from({ length: supervisors }, (_, at) => devices * salespeople + at)
    return {
      seats,
      rooms: Array.from({ length: roomCount }, (_, room) => {
        const first = devices * (room % salespeople)
        return { phone: phoneOf(room), seats: [...Array.from({ length: devices }, (_seat, at) => first + at), ...everywhere] }
      }),
    }
  } finally {
    await database.close()
  }
}
