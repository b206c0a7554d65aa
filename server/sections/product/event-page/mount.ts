/** `/e/{slug}`: the public page of an event, its form, and what people do with their own registration (docs/product/events.md#public-page). */
import { and, eq, sql } from 'drizzle-orm'
import type { Context, Hono } from 'hono'
import type { Language } from '#contract/choices/languages.ts'
import { slugPattern } from '#contract/lib/patterns.ts'
import { maxSlug } from '#contract/lib/slug.ts'
import { uuidv7 } from '#contract/lib/uuid.ts'
import { type Entered, trapName } from '#contract/pages/form-fields.ts'
import { eventPath } from '#contract/public-pages.ts'
import { answerPages, type Refusal } from '#server/content/page/answer-page.ts'
import { formPace } from '#server/content/page/form-pace.ts'
import { formToken, readFormToken } from '#server/content/page/form-token.ts'
import { readForm } from '#server/content/page/read-form.ts'
import { seeOther, sendPage } from '#server/content/page/send-page.ts'
import { totalsOf } from '#server/crud/query/totals.ts'
import { events, eventParticipants as participants } from '#server/db/tables/events.ts'
import { formerSlugs } from '#server/db/tables/platform.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import { timingSafeEqualText } from '#server/platform/core/timing-safe-equal-text.ts'
import { calendarFile } from '../event/calendar.ts'
import { opensOwn, ownPath, readSentToken, sentToken, splitToken } from '../event/links.ts'
import { calendarOf, findRegistration, type Registration, stageOf } from '../event/registration.ts'
import type { StoredEvent } from '../event/seats.ts'
import type { Word } from '../event/words.ts'
import type { Registered } from './application.ts'
import { formName, readApplicant, readQuestions } from './form.ts'
import { acceptOwn, cancelOwn } from './own-actions.ts'
import { ownPage, ticketPart } from './own-page.ts'
import { createRegister } from './register.ts'
import { createReminder } from './remind.ts'
import { eventPage, type FormState, messagePage, thanksPage } from './views.ts'

/** Registrations per event: a crowd that waited for the opening. */
const formsPerMinute = 1_200

/** What a page says more of why it is not there. */
const refusals = { tooMany: 'tooManyHelp', tooLarge: 'check', notForm: 'check', unknown: 'unknownHelp' } as const satisfies Record<
  Refusal,
  Word
>

interface Opened {
  event: StoredEvent
  isEnded: boolean
  /** Of a private event, as in its address. */
  key: string | null
}

const isOpenTo = (event: StoredEvent, key: string | undefined) =>
  event.visibility === 'publish' || (key !== undefined && timingSafeEqualText(key, event.page_key))

interface Found {
  event: StoredEvent
  isEnded: boolean
  /** By a former slug. */
  isMoved: boolean
}

/** A seat that is not paid before the event begins is sold by the office alone. */
const hasBegun = ({ fee_type, start_at }: StoredEvent) => fee_type === 'paid' && Date.parse(start_at) <= Date.now()

/** Read once for all who ask at the same moment. */
function findBySlug({ database }: Platform, slug: string): Promise<Found | null> {
  return totalsOf(database).shared('event', `page ${slug}`, async () => {
    const { db } = database
    const columns = { event: events, isEnded: sql<boolean>`${events.end_at} <= now()` }
    const [found] = await db.select(columns).from(events).where(eq(events.slug, slug))
    if (found) return { ...found, isMoved: false }
    const isFormer = and(eq(formerSlugs.section, 'event'), eq(formerSlugs.slug, slug))
    const [former] = await db.select(columns).from(formerSlugs).innerJoin(events, eq(events.id, formerSlugs.record)).where(isFormer)
    return former ? { ...former, isMoved: true } : null
  })
}

async function findOpened(platform: Platform, slug: string, key: string | undefined): Promise<Opened | { movedTo: string } | null> {
  if (slug.length > maxSlug || !slugPattern.test(slug)) return null
  const found = await findBySlug(platform, slug)
  if (!found || !isOpenTo(found.event, key)) return null
  const { event, isEnded, isMoved } = found
  const own = event.visibility === 'publish' ? null : (key ?? null)
  return isMoved ? { movedTo: eventPath(event.slug ?? '', own) } : { event, isEnded, key: own }
}

const sendCalendar = (content: string) =>
  new Response(content, {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'attachment; filename="event.ics"',
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
    },
  })

export function mountEventPages(app: Hono, platform: Platform): void {
  const { database, settings } = platform
  const register = createRegister(platform)
  const remind = createReminder(platform)
  const takeTurn = formPace(platform, 'event page', formsPerMinute)

  const page = answerPages(platform, (language, why) => messagePage(language, why, refusals[why]))

  const questionsOf = (event: number) =>
    totalsOf(database).shared('questionnaire', `page ${event}`, () => readQuestions(database.db, event))

  /** The event of an address. Throws 404, also for one that is private to this visitor. */
  async function openEvent(c: Context): Promise<Opened | Response> {
    const found = await findOpened(platform, c.req.param('slug') ?? '', c.req.query('k'))
    if (!found) throw new ApiError('not_found')
    if ('movedTo' in found) return new Response(null, { status: 301, headers: { Location: found.movedTo, 'Cache-Control': 'no-store' } })
    return found
  }

  const ofEvent = (answer: (opened: Opened, c: Context, language: Language, address: string) => Promise<Response>) =>
    page(async (c, language, address) => {
      const opened = await openEvent(c)
      return opened instanceof Response ? opened : answer(opened, c, language, address)
    })

  /** A form to fill in, or again with what was entered. */
  async function showForm({ event, key }: Opened, language: Language, state: Partial<FormState>, status = 200, headers = {}) {
    const questions = state.questions ?? (await questionsOf(event.id))
    const token = formToken(platform, formName(event.id))
    return sendPage(eventPage(language, event, { entered: {}, problems: new Map(), ...state, questions, token, key }), status, headers)
  }

  /** Names the form, and nothing of what became of it: only that of a new registration shows a ticket there. */
  function thanksPath({ event, key }: Opened, form: string): string {
    return `/e/${event.slug}/thanks?${new URLSearchParams({ ...(key && { k: key }), t: sentToken(platform, form) })}`
  }

  function answerForm(opened: Opened, language: Language, entered: Entered, form: string, registered: Registered) {
    switch (registered) {
      case 'done':
      case 'known':
        return seeOther(thanksPath(opened, form))
      case 'unpaid':
        return showForm(opened, language, { entered, note: 'unpaidSeats' }, 429)
      case 'full':
        return showForm(opened, language, { entered, note: 'fullNow', isFull: true }, 422)
      default:
        return showForm(opened, language, { entered, note: registered === 'again' ? 'again' : 'contact' }, 422)
    }
  }

  const takeForm = ofEvent(async (opened, c, language, address) => {
    const { event, isEnded } = opened
    const entered = await readForm(c.req.raw)
    if (isEnded) return sendPage(eventPage(language, event, null), 410)
    if (hasBegun(event)) return sendPage(eventPage(language, event, null), 410)
    const ref = readFormToken(platform, formName(event.id), entered.token ?? '')
    if (entered[trapName]) return seeOther(thanksPath(opened, ref ?? uuidv7()))
    const questions = await questionsOf(event.id)
    const read = readApplicant(entered, questions)
    if ('problems' in read) return showForm(opened, language, { questions, entered, problems: read.problems }, 422)
    if (ref === null) return showForm(opened, language, { questions, entered, note: 'again' }, 422)
    const wait = await takeTurn({ address, page: String(event.id) })
    if (wait !== null) return showForm(opened, language, { questions, entered, note: 'limited' }, 429, { 'Retry-After': String(wait) })
    const application = { ...read.applicant, ref, language, waits: entered.wait === 'yes', address }
    const registered = await register(event, application)
    if (registered === 'known') platform.background.run(() => remind(event, application))
    return answerForm(opened, language, entered, ref, registered)
  })

  const ofOwn = (answer: (own: Registration, path: string, c: Context, address: string) => Promise<Response>) =>
    page(async (c, _, address) => {
      const token = splitToken(c.req.param('token') ?? '')
      const found = token && (await findRegistration(database.db, eq(participants.ref, token.ref)))
      if (!found || !opensOwn(platform, token, found.participant)) throw new ApiError('not_found')
      return answer(found, ownPath(platform, found.participant), c, address)
    })

  app.get(
    '/e/r/:token',
    ofOwn(async (own, path) => sendPage(await ownPage(platform, path, own))),
  )
  app.post(
    '/e/r/:token',
    ofOwn(async (own, path, c, address) => {
      const { action } = await readForm(c.req.raw)
      if (action === 'cancel') await cancelOwn(platform, own)
      else if (action === 'accept' && !own.isEnded && !(await acceptOwn(platform, own, address))) {
        const now = await findRegistration(database.db, eq(participants.id, own.participant.id))
        return sendPage(await ownPage(platform, path, now ?? own, 'contact'), 422)
      }
      return seeOther(path)
    }),
  )
  app.get(
    '/e/r/:token/calendar.ics',
    ofOwn(async (own) => sendCalendar(calendarFile(calendarOf(own.event, stageOf(own) === 'registered'), settings.company.name))),
  )
  app.get(
    '/e/:slug',
    ofEvent(async (opened, _, language) =>
      opened.isEnded || hasBegun(opened.event) ? sendPage(eventPage(language, opened.event, null)) : showForm(opened, language, {}),
    ),
  )
  app.post('/e/:slug', takeForm)
  app.get(
    '/e/:slug/thanks',
    ofEvent(async ({ event, key }, c, language) => {
      const ref = readSentToken(platform, c.req.query('t') ?? '')
      const own = ref === null ? null : await findRegistration(database.db, eq(participants.ref, ref))
      // A later ticket is of who came back, and of the mailbox alone.
      const isShown = own?.event.id === event.id && own.participant.ticket === 1
      const ticket = isShown ? await ticketPart(platform, own) : ''
      return sendPage(thanksPage(language, event, key, ticket))
    }),
  )
  app.get(
    '/e/:slug/calendar.ics',
    ofEvent(async ({ event }) => sendCalendar(calendarFile(calendarOf(event, false), settings.company.name))),
  )
}
