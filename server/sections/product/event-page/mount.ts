/** `/e/{slug}`: the public page of an event, its form, and what people do with their own registration (docs/product/events.md#public-page). */
import { and, eq, sql } from 'drizzle-orm'
import type { Context, Hono } from 'hono'
import { slugPattern } from '#contract/lib/patterns.ts'
import { maxSlug } from '#contract/lib/slug.ts'
import { eventPath } from '#contract/public-pages.ts'
import type { ParticipantLanguage } from '#contract/sections/product/participant.ts'
import { totalsOf } from '#server/crud/query/totals.ts'
import { eventParticipants, events } from '#server/db/tables/events.ts'
import { formerSlugs } from '#server/db/tables/platform.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { limit } from '#server/platform/core/limits.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import { storedLimit } from '#server/platform/core/stored-limit.ts'
import { timingSafeEqualText } from '#server/platform/core/timing-safe-equal-text.ts'
import { readBytes } from '#server/platform/http/body.ts'
import { clientAddress } from '#server/platform/http/request.ts'
import { calendarFile } from '../event/calendar.ts'
import { ownPath, readOwnToken } from '../event/links.ts'
import { calendarOf, findRegistration, type Registration, stageOf } from '../event/registration.ts'
import type { StoredEvent } from '../event/seats.ts'
import { acceptedLanguage } from '../event/words.ts'
import type { Registered } from './application.ts'
import { type Entered, formToken, readApplicant, readFormToken, readQuestions, trapName } from './form.ts'
import { seeOther, sendPage } from './layout.ts'
import { acceptOwn, cancelOwn } from './own-actions.ts'
import { ownPage } from './own-page.ts'
import { createRegister } from './register.ts'
import { eventPage, type FormState, messagePage, thanksPage } from './views.ts'

/** Requests per address and minute, in each process: against floods. */
const perMinute = 300
/** Registrations per address in ten minutes, over all processes: a whole mobile network may have one address. */
const formsPerAddress = 20
/** Registrations per event and minute, over all processes: a crowd that waited for the opening. */
const formsPerEvent = 1_200
const maxFormBytes = 64_000

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

/** Throws 413 and 415. Of fields that are sent twice the last counts. */
async function readForm(request: Request): Promise<Entered> {
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  const bytes = await readBytes(request, maxFormBytes)
  if (type !== 'application/x-www-form-urlencoded') throw new ApiError('unsupported_media')
  return Object.fromEntries(new URLSearchParams(new TextDecoder().decode(bytes)))
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
  const flood = limit(perMinute, 60)
  const byAddress = storedLimit(platform, 'event-form', formsPerAddress, 600)
  const register = createRegister(platform)
  const byEvent = storedLimit(platform, 'event-page', formsPerEvent, 60)

  /** Answers in the visitor's language; what is not there, too large or no form gets a page as well. */
  const page = (answer: (c: Context, language: ParticipantLanguage, address: string) => Promise<Response>) => async (c: Context) => {
    const language = acceptedLanguage(c.req.header('Accept-Language'))
    const address = clientAddress(c, settings.trustProxy)
    const retry = { 'Retry-After': '60' }
    if (!(await flood.allows(address))) return sendPage(messagePage(language, 'tooMany', 'tooManyHelp'), 429, retry)
    try {
      return await answer(c, language, address)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error
      if (error.status === 413) return sendPage(messagePage(language, 'tooLarge', 'check'), 413)
      if (error.status === 415) return sendPage(messagePage(language, 'notForm', 'check'), 415)
      return sendPage(messagePage(language, 'unknown', 'unknownHelp'), 404)
    }
  }

  const questionsOf = (event: number) =>
    totalsOf(database).shared('questionnaire', `page ${event}`, () => readQuestions(database.db, event))

  /** The event of an address. Throws 404, also for one that is private to this visitor. */
  async function openEvent(c: Context): Promise<Opened | Response> {
    const found = await findOpened(platform, c.req.param('slug') ?? '', c.req.query('k'))
    if (!found) throw new ApiError('not_found')
    if ('movedTo' in found) return new Response(null, { status: 301, headers: { Location: found.movedTo, 'Cache-Control': 'no-store' } })
    return found
  }

  const ofEvent = (answer: (opened: Opened, c: Context, language: ParticipantLanguage, address: string) => Promise<Response>) =>
    page(async (c, language, address) => {
      const opened = await openEvent(c)
      return opened instanceof Response ? opened : answer(opened, c, language, address)
    })

  /** A form to fill in, or again with what was entered. */
  async function showForm({ event, key }: Opened, language: ParticipantLanguage, state: Partial<FormState>, status = 200) {
    const questions = state.questions ?? (await questionsOf(event.id))
    const token = formToken(platform, event.id)
    return sendPage(eventPage(language, event, { entered: {}, problems: new Map(), ...state, questions, token, key }), status)
  }

  const thanksPath = ({ event, key }: Opened) => `/e/${event.slug}/thanks${key ? `?k=${encodeURIComponent(key)}` : ''}`

  function answerForm(opened: Opened, language: ParticipantLanguage, entered: Entered, registered: Registered) {
    switch (registered.is) {
      case 'own':
        return seeOther(ownPath(platform, registered.ref))
      case 'known':
        return seeOther(thanksPath(opened))
      case 'full':
        return showForm(opened, language, { entered, note: 'fullNow', isFull: true }, 422)
      default:
        return showForm(opened, language, { entered, note: registered.is === 'again' ? 'again' : 'contact' }, 422)
    }
  }

  const takeForm = ofEvent(async (opened, c, language, address) => {
    const { event, isEnded } = opened
    const entered = await readForm(c.req.raw)
    if (isEnded) return sendPage(eventPage(language, event, null), 410)
    if (!(await byAddress.allows(address)) || !(await byEvent.allows(String(event.id))))
      return showForm(opened, language, { entered, note: 'limited' }, 429)
    if (entered[trapName]) return seeOther(thanksPath(opened))
    const questions = await questionsOf(event.id)
    const read = readApplicant(entered, questions)
    if ('problems' in read) return showForm(opened, language, { questions, entered, problems: read.problems, note: 'check' }, 422)
    const ref = readFormToken(platform, event.id, entered.token ?? '')
    if (ref === null) return showForm(opened, language, { questions, entered, note: 'again' }, 422)
    const application = { ...read.applicant, ref, language, waits: entered.wait === 'yes', address }
    return answerForm(opened, language, entered, await register(event, application))
  })

  const ofOwn = (answer: (own: Registration, path: string, c: Context, address: string) => Promise<Response>) =>
    page(async (c, _, address) => {
      const ref = readOwnToken(platform, c.req.param('token') ?? '')
      const found = ref === null ? null : await findRegistration(database.db, eq(eventParticipants.ref, ref))
      if (!found) throw new ApiError('not_found')
      return answer(found, ownPath(platform, found.participant.ref), c, address)
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
        const now = await findRegistration(database.db, eq(eventParticipants.id, own.participant.id))
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
      opened.isEnded ? sendPage(eventPage(language, opened.event, null)) : showForm(opened, language, {}),
    ),
  )
  app.post('/e/:slug', takeForm)
  app.get(
    '/e/:slug/thanks',
    ofEvent(async ({ event, key }, _, language) => sendPage(thanksPage(language, event, key))),
  )
  app.get(
    '/e/:slug/calendar.ics',
    ofEvent(async ({ event }) => sendCalendar(calendarFile(calendarOf(event, false), settings.company.name))),
  )
}
