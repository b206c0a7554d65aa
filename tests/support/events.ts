/** An API with events, and a visitor of their public pages. */
import { desc, eq } from 'drizzle-orm'
import { createApp } from '#server/app.ts'
import { productTerms } from '#server/db/tables/commerce.ts'
import { eventParticipants, eventQuestions, events } from '#server/db/tables/events.ts'
import type { JobKind } from '#server/platform/jobs/kind.ts'
import { createRunner } from '#server/platform/jobs/runner.ts'
import { ownPath } from '#server/sections/product/event/links.ts'
import { eventMail } from '#server/sections/product/event/mails.ts'
import { makePerson, testPlatform } from './api.ts'
import { readMails } from './mails.ts'
import { requestAs } from './request.ts'
import { type Fields, visitorOf } from './visitor.ts'

type Values = Partial<typeof events.$inferInsert>

/** A form as it was filled in. */
interface Filled {
  name: string
  phone: string
  email: string
  [more: string]: string
}

const areas = ['event', 'transaction', 'member', 'product']
const permissions = areas.flatMap((area) => ['get', 'create', 'update', 'delete'].map((action) => `${action} ${area}`))

const cover = { url: '/files/a.webp', name: 'a.webp', size: 1, type: 'image/webp' }
const hour = 3_600_000
/** A moment this many hours from now. */
export const inHours = (hours: number): string => new Date(Date.now() + hours * hour).toISOString()

export async function makeEventWorld(env: Readonly<Record<string, string>> = {}) {
  const test = await testPlatform({ PUBLIC_URL: 'https://lapangan.example', ...env })
  const { platform } = test
  const { db } = platform.database
  const app = createApp(platform)
  const ask = requestAs(app, await makePerson(platform, permissions))
  let count = 0

  const { visit, send, tokenOf, openForm } = visitorOf(app)
  const someone = (more: Fields = {}): Filled => {
    count += 1
    return { name: `Tamu ${count}`, phone: `0812-5550-${String(10_000 + count).slice(1)}`, email: `tamu${count}@surat.test`, ...more }
  }
  /** The address that the mails to somebody name; empty for who is not registered. */
  async function ownOf(email: string): Promise<string> {
    const [row] = await db
      .select()
      .from(eventParticipants)
      .where(eq(eventParticipants.email, email.toLowerCase()))
      .orderBy(desc(eventParticipants.id))
      .limit(1)
    return row ? ownPath(platform, row) : ''
  }
  return {
    ...{ test, platform, db, app, ask, visit, send, tokenOf, openForm, someone, ownOf },
    close: () => test.close(),
    async makeEvent(values: Values = {}) {
      count += 1
      const times = { start_at: inHours(72), end_at: inHours(74) }
      const own = { title: `Webinar ${count}`, slug: `webinar-${count}`, cover, location: 'Zoom', link: 'https://zoom.us/j/1' }
      const [row] = await db
        .insert(events)
        .values({ ...own, visibility: 'publish', ...times, ...values })
        .returning()
      if (!row) throw new Error('no event')
      const terms = { section: 'event', product: row.id, price: row.price ?? 0, is_on: row.fee_type === 'paid' }
      await db.insert(productTerms).values({ ...terms, since: '2020-01-01T00:00:00Z' })
      return { ...row, path: `/e/${row.slug}` }
    },
    async askQuestion(event_id: number, values: Partial<typeof eventQuestions.$inferInsert> = {}) {
      const [row] = await db
        .insert(eventQuestions)
        .values({ event_id, question: 'Apa?', ...values })
        .returning()
      if (!row) throw new Error('no question')
      return row
    },
    /** Fills in the form as somebody new, and sends it. */
    async register(path: string, fields: Fields = {}, headers: Fields = {}) {
      const given: Filled = { ...someone(fields), token: fields.token ?? (await openForm(path)) }
      const response = await send(path, given, headers)
      return { response, given, own: await ownOf(given.email) }
    },
    async eventOf(id: number) {
      const [row] = await db.select().from(events).where(eq(events.id, id))
      if (!row) throw new Error('no event')
      return row
    },
    participantsOf: (id: number) =>
      db.select().from(eventParticipants).where(eq(eventParticipants.event_id, id)).orderBy(eventParticipants.id),
    /** Runs jobs that are due: by default the mails. */
    async runJobs(kinds: readonly JobKind[] = [eventMail]) {
      await createRunner(platform, kinds).idle()
    },
    mails: () => readMails(platform.settings.dataDir),
  }
}

export type EventWorld = Awaited<ReturnType<typeof makeEventWorld>>
