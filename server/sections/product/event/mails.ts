/** Mails to participants: of a registration's state, and reminders. Jobs, so that no end of the server loses one (docs/product/events.md#mails). */
import { eq } from 'drizzle-orm'
import type { Language } from '#contract/choices/languages.ts'
import { isLanguage } from '#contract/choices/languages.ts'
import { formatRupiah } from '#contract/lib/rupiah.ts'
import type { MailBlock } from '#contract/mail/layout.ts'
import { momentText, spanText } from '#contract/mail/moment-text.ts'
import type { Announced } from '#server/crud/rules.ts'
import type { Db } from '#server/db/database.ts'
import { banks } from '#server/db/tables/commerce.ts'
import { eventParticipants } from '#server/db/tables/events.ts'
import type { JobInput } from '#server/db/tables/jobs.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { enqueueAll } from '#server/platform/jobs/enqueue.ts'
import { jobKind } from '#server/platform/jobs/kind.ts'
import { storedLimit } from '#server/platform/limits/stored-limit.ts'
import { mailboxOf } from '#server/platform/mail/address.ts'
import { composeMail } from '#server/platform/mail/compose-mail.ts'
import type { Mail } from '#server/platform/mail/mailer.ts'
import { calendarFile } from './calendar.ts'
import { ownPath } from './links.ts'
import { calendarOf, findRegistration, type Registration, stageOf } from './registration.ts'
import { signTicket, ticketOf, ticketPng } from './tickets.ts'
import { sayTo, type Word } from './words.ts'

export const languageOf = ({ participant: { language } }: Registration): Language => (isLanguage(language) ? language : 'id')

/** Accounts that are paid to, in words. */
export async function bankLines(db: Db, language: Language): Promise<string[]> {
  const rows = await db.select().from(banks).where(eq(banks.is_active, true)).orderBy(banks.bank_name, banks.id).limit(10)
  return rows.map((row) => `${row.bank_name} ${row.account_number} ${sayTo(language, 'holder', { name: row.account_holder })}`)
}

/** What became of the money of a cancelled registration; empty where nothing was paid. */
function moneyText({ order }: Registration, language: Language): string {
  if (!order) return ''
  const number = order.order_number
  if (order.refunded) return sayTo(language, 'paidBack', { number, amount: formatRupiah(order.refunded) })
  return order.payment_status === 'paid' ? sayTo(language, 'orderStays', { number }) : ''
}

/** What somebody in this state is situation, or has to do. */
export function stageText(registration: Registration, language: Language): string {
  const { participant, order } = registration
  const until = (moment: string | null) => (moment ? momentText(language, moment) : '')
  const stage = stageOf(registration)
  if (stage === 'offered') return sayTo(language, 'offeredHelp', { until: until(participant.offered_until) })
  if (stage === 'unpaid' && order)
    return sayTo(language, 'unpaidHelp', {
      total: formatRupiah(order.total),
      until: until(order.due_at),
      number: order.order_number,
    })
  return [sayTo(language, `${stage}Help`), stage === 'cancelled' ? moneyText(registration, language) : ''].filter(Boolean).join(' ')
}

function blocksOf(registration: Registration, situation: string, accounts: readonly string[], link: string): MailBlock[] {
  const { participant, event } = registration
  const language = languageOf(registration)
  const say = (word: Word, values?: Record<string, string>) => sayTo(language, word, values)
  const stage = stageOf(registration)
  return [
    { kind: 'text', text: say('hello', { name: participant.name }) },
    { kind: 'text', text: situation },
    {
      kind: 'facts',
      rows: [
        [say('when'), spanText(language, event.start_at, event.end_at)],
        [say('where'), event.location],
        ...(stage === 'registered' ? [[say('join'), event.link] as const] : []),
        ...(stage === 'unpaid' && accounts.length ? [[say('banks'), accounts.join('\n')] as const] : []),
      ],
    },
    { kind: 'button', label: say('manage'), url: link },
  ]
}

/** The mail to a participant with an address; `id` names its every attempt. */
export async function participantMail(
  platform: Platform,
  registration: Registration,
  { id, about = 'state' }: { id: string; about?: 'state' | 'reminder' },
): Promise<Mail | null> {
  const { participant, event } = registration
  const { company } = platform.settings
  if (!participant.email) return null
  const language = languageOf(registration)
  const stage = stageOf(registration)
  const accounts = stage === 'unpaid' ? await bankLines(platform.database.db, language) : []
  const code = stage === 'registered' ? await signTicket(platform, ticketOf(participant)) : null
  const calendar = calendarFile(calendarOf(event, true), company.name)
  const file = { filename: 'event.ics', content: calendar, contentType: 'text/calendar; charset=utf-8' }
  const picture = code && { filename: 'ticket.png', content: await ticketPng(code), contentType: 'image/png', cid: `ticket-${id}` }
  const isReminder = about === 'reminder'
  const situation = isReminder
    ? sayTo(language, 'reminder', { when: momentText(language, event.start_at) })
    : stageText(registration, language)
  const ticket: MailBlock[] =
    code && picture
      ? [
          { kind: 'picture', cid: picture.cid, alt: sayTo(language, 'ticket'), size: 240 },
          { kind: 'code', label: sayTo(language, 'ticketCode'), text: code },
        ]
      : []
  return {
    id,
    to: participant.email,
    ...composeMail(platform.settings, {
      language,
      subject: sayTo(language, isReminder ? 'subject_reminder' : `subject_${stage}`, { title: event.title }),
      preheader: situation,
      title: event.title,
      blocks: [
        ...blocksOf(registration, situation, accounts, `${platform.settings.publicUrl}${ownPath(platform, participant)}`),
        ...ticket,
      ],
      reason: sayTo(language, 'reason'),
    }),
    attachments: picture ? [file, picture] : [],
  }
}

interface MailInput extends JobInput {
  participant: number
  state: string
}

/** Mails of registrations to one mailbox in an hour; others wait. Anybody can name the mailbox of anybody. */
const perMailbox = 3

/** Sends nothing where the state is another by then: that one has a mail of its own. */
export const eventMail = jobKind<MailInput>('event-mail', 'quick', async (run) => {
  const { platform, input, ref } = run
  const found = await findRegistration(platform.database.db, eq(eventParticipants.id, input.participant))
  const mail =
    found && !found.isEnded && found.participant.state === input.state ? await participantMail(platform, found, { id: ref }) : null
  // A further attempt of the same mail was counted by the first.
  const wait = mail && run.attempts === 1 ? await storedLimit(platform, 'event mails', perMailbox, 3_600).count(mailboxOf(mail.to)) : 0
  if (wait > 0) return { until: new Date(Date.now() + wait * 1_000) }
  if (mail) await platform.mail.send(mail)
  await run.commit(async () => ({ finished: true }))
  return 'done'
})

/** Sends participants a mail of a new state, or to a new address. */
export async function mailParticipants(effects: readonly Announced[]): Promise<void> {
  const [first] = effects
  if (!first) return
  const wanted = effects.flatMap(({ before, after }) => {
    if (!after || typeof after.email !== 'string' || typeof after.state !== 'string') return []
    if (before && before.state === after.state && before.email === after.email) return []
    return [{ input: { participant: after.id, state: after.state }, key: `${after.id} ${after.state}` }]
  })
  await enqueueAll(first.platform.database, first.db, eventMail, wanted)
}
