/** First user of an installation without demo data: named by ROOT_EMAIL. */
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { roles, userRoles, users } from '#server/db/tables/people.ts'
import type { Platform } from '../core/context.ts'
import { sendInvitation } from './password-reset.ts'

async function rootRole(tx: Db): Promise<number> {
  const [known] = await tx.select({ id: roles.id }).from(roles).where(eq(roles.is_root, true)).limit(1)
  if (known) return known.id
  const [made] = await tx.insert(roles).values({ name: 'Root', is_root: true }).returning({ id: roles.id })
  if (!made) throw new Error('the role Root was not stored')
  return made.id
}

/** Creates the first user; null if there are users. */
async function makeRoot(tx: Db, email: string) {
  // Concurrent starts create one.
  await tx.execute(sql`lock table ${users} in share row exclusive mode`)
  const [someone] = await tx.select({ id: users.id }).from(users).limit(1)
  if (someone) return null
  const [user] = await tx.insert(users).values({ name: 'Root', email }).returning()
  if (user) await tx.insert(userRoles).values({ user_id: user.id, role_id: await rootRole(tx) })
  return user ?? null
}

const print = (line: string) => {
  process.stdout.write(`${line}\n`)
}

/** Creates the user of ROOT_EMAIL in a database without users, or prints what to set. `say` prints a line. */
export async function startFirstUser(platform: Platform, say: (line: string) => void = print): Promise<void> {
  const { database, settings } = platform
  const [someone] = await database.db.select({ id: users.id }).from(users).limit(1)
  if (someone) return
  const { rootEmail, mailUrl } = settings
  if (!rootEmail) {
    say('lapangan: nobody can sign in yet: set ROOT_EMAIL to the mail address of the first user and start again')
    return
  }
  const user = await database.transaction((tx) => makeRoot(tx, rootEmail))
  if (!user) return
  try {
    const link = await sendInvitation(platform, user)
    say(mailUrl ? `lapangan: ${rootEmail} was mailed a link to choose a password` : `lapangan: ${rootEmail} chooses a password at ${link}`)
  } catch (error) {
    platform.log.error({ err: error }, 'the link for the first user could not be mailed')
    say(`lapangan: the mail to ${rootEmail} failed; correct MAIL_URL and ask for a link with 'Forgot password'`)
  }
}
