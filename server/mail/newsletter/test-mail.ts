/** Sends a newsletter to its author as a test: nothing is counted, and its links change nothing. */
import { eq } from 'drizzle-orm'
import type { JobInput } from '#server/db/tables/jobs.ts'
import { users } from '#server/db/tables/people.ts'
import { jobKind } from '#server/platform/jobs/kind.ts'
import { readLetter } from './letter.ts'

interface TestInput extends JobInput {
  newsletter: number
  user: number
}

export const newsletterTestMail = jobKind<TestInput>('newsletter-test', 'quick', async (run) => {
  const { platform, input, ref } = run
  const [user] = await platform.database.db.select({ email: users.email }).from(users).where(eq(users.id, input.user))
  if (user) {
    const letter = await readLetter(platform, input.newsletter)
    await platform.mail.send({ ...letter.to({ id: 0, address: user.email }), id: `newsletter-test-${ref}`, isAwaited: true })
  }
  await run.commit(async () => ({ finished: true }))
  return 'done'
})
