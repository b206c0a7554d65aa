/** Newsletters: sent ones with who got them, one that waits for a person, drafts, and one of the next days. */
import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { members } from '#server/db/tables/members.ts'
import { newsletters, newsletterRecipients as recipients } from '#server/db/tables/newsletters.ts'
import type { Random } from './base/random.ts'
import { type Clock, day, insertRows, officeHour, recordColumns } from './base/rows.ts'

const subjects = [
  'Rangkuman pasar pekan ini',
  'Webinar: membaca laporan keuangan',
  'Tiga saham yang kami pantau',
  'Kelas baru untuk pemula',
  'Libur bursa dan jadwal kelas',
  'Perpanjang keanggotaan Anda',
  'Cara membatasi kerugian',
  'Tanya jawab dengan analis',
  'Dividen bulan ini',
  'Bedah emiten: perbankan',
  'Ringkasan portofolio',
  'Undangan kopi darat',
  'Selamat datang di kelas',
  'Panduan memulai investasi',
]
const held = 1
const drafts: readonly number[] = [2, 3]
const scheduled = 4
/** Of each newsletter. */
const size = 40

type Written = ReturnType<typeof written>

function written(random: Random, clock: Clock, at: number, authors: readonly string[]) {
  const sentAt = officeHour(random, clock, 1 + at * 9)
  const status = drafts.includes(at) ? 'draft' : at === scheduled ? 'scheduled' : at === held ? 'sending' : 'sent'
  const hasBegun = status === 'sending' || status === 'sent'
  const subject = subjects[at] ?? ''
  return {
    id: at + 1,
    ...recordColumns(random, clock, 20 + at * 9, authors),
    subject,
    preheader: random.chance(60) ? 'Ringkas, dan langsung ke intinya' : null,
    body: `<h2>${subject}</h2><p>Halo,</p><p>Berikut kabar dari kami pekan ini.</p><ul><li>Pasar bergerak tipis</li><li>Kelas baru dibuka</li></ul>`,
    segmentation: [random.pick(['all', 'regular', 'emt', 'emv'])],
    attachments: [],
    send_at: status === 'draft' ? null : clock.iso(status === 'scheduled' ? clock.today + 3 * day : sentAt),
    status,
    held: at === held ? 'person' : null,
    late_confirmed: false,
    stopped_at: null,
    started_at: hasBegun ? clock.iso(sentAt) : null,
    ended_at: status === 'sent' ? clock.iso(sentAt + 300_000) : null,
    ...{ matched: 0, sent: 0, failed: 0, unknown: 0, suppressed: 0, stopped: 0, skipped: 0 },
    ...{ opened: 0, machine_opened: 0, bounced: 0, complained: 0 },
  }
}

function recipientOf(random: Random, clock: Clock, letter: Written, member: { id: number; email: string | null }, at: number) {
  const sentAt = Date.parse(letter.started_at ?? '') + at * 1_000
  const isLeft = letter.status === 'sending' && at > size / 2
  const [state, reason] = !member.email
    ? ['skipped', 'no_address']
    : isLeft
      ? ['queued', null]
      : random.chance(4)
        ? ['failed', 'no_such_address']
        : random.chance(4)
          ? ['unknown', 'no_answer']
          : ['sent', null]
  const isSent = state === 'sent'
  return {
    newsletter_id: letter.id,
    member_id: member.id,
    address: member.email?.trim().toLowerCase() ?? null,
    state,
    reason,
    attempts: isSent || state === 'failed' || state === 'unknown' ? 1 : 0,
    first_tried_at: isSent ? clock.iso(sentAt) : null,
    next_try_at: state === 'queued' ? clock.iso(sentAt) : null,
    response: isSent ? '250 2.0.0 OK' : state === 'failed' ? '550 5.1.1 no such user' : null,
    sent_at: isSent ? clock.iso(sentAt) : null,
    opened_at: isSent && random.chance(45) ? clock.iso(sentAt + (1 + random.upTo(300)) * 60_000) : null,
    machine_opened_at: isSent && random.chance(20) ? clock.iso(sentAt + 2_000) : null,
    event: isSent ? (random.chance(2) ? 'complained' : random.chance(60) ? 'delivered' : null) : null,
    decided_by: null,
  }
}

export async function fillNewsletters(db: Db, clock: Clock, random: Random, authors: readonly string[]): Promise<void> {
  const letters = subjects.map((_, at) => written(random, clock, at, authors))
  await insertRows(db, newsletters, letters)
  const people = await db
    .select({ id: members.id, email: members.email })
    .from(members)
    .where(sql`${members.deleted_at} is null`)
    .orderBy(members.id)
  // One address once.
  const once = people.filter(({ email }, at) => email === null || people.findIndex((other) => other.email === email) === at)
  const rows = letters
    .filter(({ started_at }) => started_at !== null)
    .flatMap((letter) => random.some(once, size).map((member, at) => recipientOf(random, clock, letter, member, at)))
  await insertRows(
    db,
    recipients,
    rows.map((row, at) => ({ id: at + 1, ...row })),
  )
  const of = (condition: string) =>
    sql.raw(`(select count(*) from newsletter_recipients where newsletter_id = newsletters.id and ${condition})::int`)
  const states = ['sent', 'failed', 'unknown', 'skipped'].map((state) => sql`${sql.raw(state)} = ${of(`state = '${state}'`)}`)
  await db.execute(sql`update ${newsletters} set matched = ${of('true')}, ${sql.join(states, sql`, `)}, opened = ${of('opened_at is not null')},
    machine_opened = ${of('machine_opened_at is not null')}, complained = ${of("event = 'complained'")}`)
}
