/** Sends a newsletter group by group, in slices between which others get their turn (docs/product/newsletters.md#groups). */
import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import { isRecord } from '#contract/kit/field/guards.ts'
import type { NewsletterHold } from '#contract/sections/promotion/newsletter.ts'
import { totalsOf } from '#server/crud/query/totals.ts'
import type { Database, Db } from '#server/db/database.ts'
import type { JobInput } from '#server/db/tables/jobs.ts'
import { newsletterRecipients as recipients } from '#server/db/tables/newsletters.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { channels } from '#server/platform/jobs/channels.ts'
import { enqueue } from '#server/platform/jobs/enqueue.ts'
import { type JobRun, jobKind, type Outcome } from '#server/platform/jobs/kind.ts'
import { ensurePace, groupSize } from '#server/platform/mail/mail-rate.ts'
import { type Group, type Result, resultOf, storeAndMark } from './group.ts'
import { type Letter, mailIdOf, readLetter } from './letter.ts'

/** As many of the last hundred were refused: the content or our name is the reason, and more would make it worse. */
export const maxRefusals = 20
const refusalWindow = 100
/** Seconds until a mail server that was not there is tried again. */
const firstPause = 30
const longestPause = 900
/** A decision about unknown ones is seen by then, whatever is waited for. */
const longestWaitMs = 900_000
/** A shorter wait stays within the slice. */
const shortWaitMs = 1_500

interface SendInput extends JobInput {
  newsletter: number
}

/** What a slice hands to the next. */
interface Memory {
  /** The last outcomes, newest first: 1 for a refusal. */
  recent: string
  /** Times in a row that the mail server was not there. */
  downs: number
}

function readMemory(cursor: unknown): Memory {
  const { recent, downs } = isRecord(cursor) ? cursor : {}
  return { recent: typeof recent === 'string' ? recent : '', downs: Number(downs ?? 0) }
}

function remember(
  { recent, downs }: Memory,
  results: readonly Result[],
): { memory: Memory; hold: NewsletterHold | null; isServerUp: boolean } {
  const answered = results.filter(({ outcome }) => outcome === 'sent' || outcome === 'failed')
  const next = (answered.map(({ outcome }) => (outcome === 'failed' ? '1' : '0')).join('') + recent).slice(0, refusalWindow)
  const isRefused = next.split('1').length > maxRefusals
  const isDown = results.some(({ outcome, response }) => outcome === 'back' && response !== null)
  // Mails that were put back without a response say nothing about the server.
  const isServerUp = !isDown && results.some(({ outcome, response }) => outcome !== 'back' && response !== null)
  return {
    memory: { recent: isRefused ? '' : next, downs: isDown ? downs + 1 : isServerUp ? 0 : downs },
    hold: isRefused ? 'refusals' : isDown ? 'mail_down' : null,
    isServerUp,
  }
}

/** Those that a process left behind: this one marked none yet, and no other has the job. */
async function leftBehind(platform: Platform, newsletter: number): Promise<Result[]> {
  const { database, mail } = platform
  const left = await database.db
    .select({ id: recipients.id })
    .from(recipients)
    .where(and(eq(recipients.newsletter_id, newsletter), eq(recipients.state, 'sending')))
  return Promise.all(
    left.map(async ({ id }): Promise<Result> => {
      const fate = await mail.fate(mailIdOf(platform, id))
      if (fate === 'unknown') return { id, outcome: 'unknown', reason: 'process_ended', response: null }
      return { id, outcome: fate === 'accepted' ? 'sent' : 'back', reason: null, response: null }
    }),
  )
}

/** What follows a stored group without a next one; null for a short wait within the slice. `isProbe`: the mail server is yet to be tried. */
function pauseAfter({ status, held, waitMs, now, nextTryAt }: Group, { downs }: Memory, isProbe: boolean): Outcome | null {
  if (status !== 'sending' || (held !== null && held !== 'mail_down')) return 'done'
  const inMs = (ms: number) => ({ until: new Date(now + Math.min(ms, longestWaitMs)) })
  if (held === 'mail_down' && !isProbe) return inMs(Math.min(longestPause, firstPause * 2 ** (Math.max(downs, 1) - 1)) * 1_000)
  const wait = Math.max(waitMs, nextTryAt === null ? 0 : nextTryAt - now)
  return wait > shortWaitMs ? inMs(wait) : null
}

export const sendNewsletter = jobKind<SendInput>('newsletter-send', 'bulk', async (run) => {
  const { platform, input } = run
  let memory = readMemory(run.cursor)
  // Before any is marked: a mail that cannot be written leaves nobody unknown.
  const letter = await readLetter(platform, input.newsletter)
  await ensurePace(platform.database.db)
  let results = await leftBehind(platform, input.newsletter)
  let isProbe = memory.downs > 0
  for (;;) {
    const next = remember(memory, results)
    memory = next.memory
    const isLast = run.isOver
    const group = await advance(run, { results, ...next, isProbe, isLast })
    results = []
    if (group.recipients.length) {
      isProbe = false
      results = await sendGroup(platform, letter, group.recipients)
      continue
    }
    const outcome = pauseAfter(group, memory, isProbe)
    if (outcome) return outcome
    if (isLast) return 'more'
    await sleep(Math.max(group.waitMs, 5), undefined, { signal: run.signal })
  }
})

interface Advance {
  results: readonly Result[]
  memory: Memory
  hold: NewsletterHold | null
  isServerUp: boolean
  isProbe: boolean
  isLast: boolean
}

/** Stores a group and marks the next, in one commit that is fenced by the job. */
async function advance({ platform, input, commit }: JobRun<SendInput>, step: Advance): Promise<Group> {
  const { results, memory, hold, isServerUp, isProbe, isLast } = step
  const { database, settings } = platform
  const max = isLast || hold ? 0 : isProbe ? 1 : groupSize
  let group: Group | undefined
  await commit(async (tx) => {
    const perMinute = settings.mailPerMinute
    group = await storeAndMark(tx, { newsletter: input.newsletter, results, max, perMinute, hold, isServerUp, isProbe })
    const isEnded = group.status !== 'sending' || (group.held !== null && group.held !== 'mail_down')
    if (isEnded || isLast || hold || group.recipients.length === 0) await totalsOf(database).changed(tx, ['newsletter'])
    return { cursor: isEnded ? null : memory, items: results.length, finished: isEnded }
  })
  if (!group) throw new Error('a group was not stored')
  return group
}

const sendGroup = (platform: Platform, letter: Letter, group: Group['recipients']): Promise<Result[]> =>
  Promise.all(group.map(async (recipient) => resultOf(recipient.id, await platform.mail.deliver(letter.to(recipient)))))

/** Lets a newsletter go on now, also one that waits for a later time. */
export async function sendSoon(database: Database, tx: Db, newsletter: number): Promise<void> {
  const key = String(newsletter)
  if (await enqueue(database, tx, sendNewsletter, { newsletter }, { key })) return
  await tx.execute(sql`update jobs set run_at = now() where kind = ${sendNewsletter.name} and key = ${key} and state = 'waiting'`)
  await database.notify(tx, channels.waiting, sendNewsletter.lane)
}
