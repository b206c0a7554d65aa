/** An API with members, a mail server, and newsletters that are sent when a test says so. */
import { sql } from 'drizzle-orm'
import { createApp } from '#server/app.ts'
import { mailSuppressions } from '#server/db/tables/mail.ts'
import { members } from '#server/db/tables/members.ts'
import { newsletterRecipients as recipients } from '#server/db/tables/newsletters.ts'
import { mailArea } from '#server/mail/area.ts'
import { createBackground } from '#server/platform/core/background.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { createRunner } from '#server/platform/jobs/runner.ts'
import { makePerson, testPlatform } from './api.ts'
import { requestAs } from './request.ts'
import { type SmtpSink, startSmtpSink } from './smtp-sink.ts'

export const newsletterPath = '/crm/in/v1/newsletter'

export interface StoredRecipient {
  id: number
  address: string | null
  state: string
  reason: string | null
  attempts: number
}

/** `mail`: 'sink' is an SMTP server, 'folder' writes files. */
export async function makeNewsletterWorld({ mail = 'sink', env = {} }: { mail?: 'sink' | 'folder'; env?: Record<string, string> } = {}) {
  const sink: SmtpSink = await startSmtpSink()
  const smtp: Record<string, string> = mail === 'sink' ? { MAIL_URL: sink.url } : {}
  const test = await testPlatform({ MAIL_PER_MINUTE: '1000000', PUBLIC_URL: 'https://lapangan.test', ...smtp, ...env })
  const { platform } = test
  const { db } = platform.database
  const app = createApp(platform)
  const rights = ['get', 'create', 'update', 'delete'].map((action) => `${action} promotion`)
  const person = await makePerson(platform, [...rights, 'get member'])
  const ask = requestAs(app, person)
  let made = 0

  /** Members with these addresses; null has none. Returns their numbers. */
  async function join(...emails: (string | null)[]): Promise<number[]> {
    const rows = emails.map((email) => {
      made += 1
      return { name: `Anggota ${made}`, phone: `6281100${1_000_000 + made}`, email, joined_at: '2020-01-01' }
    })
    return (await db.insert(members).values(rows).returning({ id: members.id })).map(({ id }) => id)
  }

  const jobsOf = (of: Platform) => createRunner(of, mailArea.jobs?.(of.settings) ?? [])

  return {
    ...{ ...test, sink, db, app, ask, person, join },
    /** Runs what is due, until nothing is. */
    run: () => jobsOf(platform).idle(),
    /** Another process on the same database. */
    another: (of: Partial<Platform> = {}) => jobsOf({ ...platform, background: createBackground(platform.log), ...of }),
    async create(values: Record<string, unknown> = {}) {
      const { body } = await ask('POST', newsletterPath, {
        subject: 'Kabar',
        body: '<p>Isi</p>',
        segmentation: ['all'],
        status: 'scheduled',
        ...values,
      })
      if (!body.data) throw new Error(JSON.stringify(body))
      return body.data
    },
    read: async (id: number) => (await ask('GET', `${newsletterPath}/${id}`)).body.data,
    put: (id: number, values: Record<string, unknown>) =>
      ask('PUT', `${newsletterPath}/${id}`, values, { 'Update-Mask': Object.keys(values).join() }),
    async recipients(id: number): Promise<StoredRecipient[]> {
      const { address, state, reason, attempts } = recipients
      const where = sql`${recipients.newsletter_id} = ${id}`
      return db.select({ id: recipients.id, address, state, reason, attempts }).from(recipients).where(where).orderBy(recipients.id)
    },
    /** Time passes: what waits for later is due, and what died is free. */
    async later() {
      await db.execute(sql`update jobs set run_at = now() - interval '1 second' where state = 'waiting'`)
      await db.execute(sql`update jobs set lease_until = now() - interval '1 second' where state = 'running'`)
      await db.execute(sql`update newsletter_recipients set next_try_at = now() - interval '1 second' where state = 'queued'`)
    },
    /** Nobody is there, and nothing was sent. */
    async empty() {
      sink.mails.length = 0
      platform.mail.close()
      sink.behave(() => undefined)
      await db.execute(sql`truncate jobs, newsletters, newsletter_recipients, members, attempts cascade`)
      await db.delete(mailSuppressions)
    },
    async close() {
      await test.close()
      await sink.close()
    },
  }
}

export type NewsletterWorld = Awaited<ReturnType<typeof makeNewsletterWorld>>
