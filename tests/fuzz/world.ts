/** The real API on demo data in a folder of its own, with all its users. */

import { eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import type { Call } from '#contract/kit/section/call.ts'
import { sections } from '#contract/sections/index.ts'
import { createApp } from '#server/app.ts'
import { startAreas } from '#server/areas.ts'
import { users } from '#server/db/tables/people.ts'
import { createLog } from '#server/platform/core/log.ts'
import { mountedCalls } from '#server/platform/http/mount.ts'
import type { Random } from '#tests/chaos/random.ts'
import { accounts } from '#tests/support/accounts.ts'
import { makePerson } from '#tests/support/api.ts'
import { demoPlatform } from '#tests/support/demo.ts'
import type { Ids } from '#tests/support/example.ts'

export interface FuzzWorld {
  app: Hono
  calls: ReadonlyMap<string, Call>
  ids: Ids
  /** Value of an Authorization header; null: none. */
  authorization(random: Random): Promise<string | null>
  /** A request ended a session or changed a user: all sign in again. */
  forgetSessions(): void
  /** Error logs of the API since the last call. */
  takeLog(): string
  close(): Promise<void>
}

const forged = [
  'Bearer',
  'Bearer x',
  'Bearer a.b.c',
  `Bearer ${'a'.repeat(9_000)}`,
  'Basic YTpi',
  'Bearer null',
  'bearer  ',
  'Bearer eyJhbGciOiJub25lIn0.e30.',
] as const

export async function makeFuzzWorld(): Promise<FuzzWorld> {
  const lines: string[] = []
  const { platform: quiet, close } = await demoPlatform({
    TRUST_PROXY: 'true',
    // Nothing is sent: outgoing connections fail.
    CHAT_CLOUD_URL: 'http://127.0.0.1:9',
  })
  const platform = { ...quiet, log: createLog('error', { write: (line: string) => void lines.push(line) }) }
  await startAreas(platform)
  const app = createApp(platform)
  const root = await makePerson(platform, [], 'Root', true)
  const { db } = platform.database

  /** A valid session, whatever was ended, changed or deleted meanwhile. */
  async function tokenOf(email: string): Promise<string> {
    const [user] = await db.select().from(users).where(eq(users.email, email))
    return platform.tokens.issue(user?.is_active ? user : root)
  }

  const sessions = new Map<string, { token: string; left: number }>()
  async function token(email: string): Promise<string> {
    const known = sessions.get(email)
    const session = known && known.left > 0 ? known : { token: await tokenOf(email), left: 25 }
    sessions.set(email, { ...session, left: session.left - 1 })
    return session.token
  }

  return {
    app,
    calls: new Map(mountedCalls(app).map((call) => [call.name, call])),
    ids: Object.fromEntries([...Object.keys(sections), 'user/sales'].map((name) => [name, [1, 2, 3, 4, 5]])),
    async authorization(random) {
      const who = random.weighted([
        [12, root.email],
        ...Object.values(accounts).map((email): [number, string] => [1, email]),
        [1, 'nobody'],
        [1, 'forged'],
      ] as const)
      if (who === 'nobody') return null
      return who === 'forged' ? random.pick(forged) : `Bearer ${await token(who)}`
    },
    forgetSessions: () => sessions.clear(),
    takeLog: () => lines.splice(0).join(''),
    close,
  }
}
