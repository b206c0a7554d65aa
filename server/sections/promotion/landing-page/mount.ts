/** `/p/{slug}`: the public page, its form, and the preview by a signed address (docs/product/landing-pages.md#public-page). */
import { and, eq } from 'drizzle-orm'
import type { Context, Hono } from 'hono'
import { isShown } from '#contract/landing/render-page.ts'
import { slugPattern } from '#contract/lib/patterns.ts'
import { maxSlug } from '#contract/lib/slug.ts'
import { type Entered, trapName } from '#contract/pages/form-fields.ts'
import { landingPath } from '#contract/public-pages.ts'
import { answerPages, type Refusal } from '#server/content/page/answer-page.ts'
import { formPace } from '#server/content/page/form-pace.ts'
import { formToken, readFormToken } from '#server/content/page/form-token.ts'
import { readForm } from '#server/content/page/read-form.ts'
import { seeOther, sendPage } from '#server/content/page/send-page.ts'
import { recordsOf } from '#server/crud/query/nested.ts'
import { totalsOf } from '#server/crud/query/totals.ts'
import { landingPages } from '#server/db/tables/crm.ts'
import { formerSlugs } from '#server/db/tables/platform.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { ApiError } from '#server/platform/core/problem.ts'
import { readPerson, readUtm, utmNames } from './entry.ts'
import { landingContent, languageOf, messagePage, type StoredPage, thanksPage } from './page.ts'
import { readPreview } from './preview.ts'
import { takeEntry } from './take-entry.ts'
import { problemOn, sayOn, type Word } from './words.ts'

/** Forms of a page. */
const formsPerMinute = 60

const formOf = ({ id }: StoredPage): string => `landing form ${id}`
const hasForm = ({ sections }: StoredPage): boolean => recordsOf(sections).some(isShown('form'))

/** What a page says more of why it is not there. */
const refusals = { tooMany: 'tooManyHelp', tooLarge: 'check', notForm: 'check', unknown: 'unknownHelp' } as const satisfies Record<
  Refusal,
  Word
>

/** The published page of a slug, or of a former one. Read once for all who ask at the same moment. */
function findPublished({ database }: Platform, slug: string): Promise<{ page: StoredPage; isMoved: boolean } | null> {
  return totalsOf(database).shared('landing-page', `page ${slug}`, async () => {
    const { db } = database
    const isPublished = eq(landingPages.status, 'publish')
    const [page] = await db.select().from(landingPages).where(eq(landingPages.slug, slug))
    if (page) return page.status === 'publish' ? { page, isMoved: false } : null
    const isFormer = and(eq(formerSlugs.section, 'landing-page'), eq(formerSlugs.slug, slug), isPublished)
    const [former] = await db
      .select({ page: landingPages })
      .from(formerSlugs)
      .innerJoin(landingPages, eq(landingPages.id, formerSlugs.record))
      .where(isFormer)
    return former ? { page: former.page, isMoved: true } : null
  })
}

interface State {
  entered: Entered
  problems: ReadonlyMap<string, string>
  note: Word | null
}

const fresh: State = { entered: {}, problems: new Map(), note: null }

export function mountLandingPages(app: Hono, platform: Platform): void {
  const { database } = platform
  const takeTurn = formPace(platform, 'landing page', formsPerMinute)
  const page = answerPages(platform, (language, why) => messagePage(language, why, refusals[why]))

  /** The page of an address. Throws 404, also for a draft. */
  async function openPage(c: Context): Promise<StoredPage | Response> {
    const slug = c.req.param('slug') ?? ''
    const found = slug.length <= maxSlug && slugPattern.test(slug) ? await findPublished(platform, slug) : null
    if (!found) throw new ApiError('not_found')
    if (!found.isMoved) return found.page
    const path = landingPath(found.page.slug ?? '')
    const query = new URL(c.req.url).search
    return new Response(null, { status: 301, headers: { Location: path + query, 'Cache-Control': 'no-store' } })
  }

  const ofPage = (answer: (opened: StoredPage, c: Context, address: string) => Promise<Response>) =>
    page(async (c, _, address) => {
      const opened = await openPage(c)
      return opened instanceof Response ? opened : answer(opened, c, address)
    })

  /** The page with a form to fill in, or again with what was entered. */
  async function showPage(
    opened: StoredPage,
    textOf: (name: string) => string | undefined,
    state: State = fresh,
    status = 200,
    headers = {},
  ) {
    const language = languageOf(opened)
    const utm = readUtm(textOf)
    const form = {
      action: landingPath(opened.slug ?? ''),
      token: formToken(platform, formOf(opened)),
      entered: state.entered,
      problems: new Map([...state.problems].map(([name, code]) => [name, problemOn(language, code)])),
      note: state.note ? sayOn(language, state.note) : '',
      hidden: utmNames.flatMap((name) => (utm[name] ? [[name, utm[name]] as const] : [])),
    }
    return sendPage(await landingContent(platform, database.db, opened, form), status, headers)
  }

  const takeForm = ofPage(async (opened, c, address) => {
    const entered = await readForm(c.req.raw)
    const again = (state: Omit<State, 'entered'>, status: number, headers = {}) =>
      showPage(opened, (name) => entered[name], { ...state, entered }, status, headers)
    const thanks = seeOther(`${landingPath(opened.slug ?? '')}/thanks`)
    // Robots, and forms that are too old, are thanked as everybody is.
    const ref = readFormToken(platform, formOf(opened), entered.token ?? '')
    if (entered[trapName] || ref === null || !hasForm(opened)) return thanks
    const read = readPerson(entered, opened.form_fields)
    if ('problems' in read) return again({ problems: read.problems, note: 'check' }, 422)
    const wait = await takeTurn({ address, page: String(opened.id) })
    if (wait !== null) return again({ problems: new Map(), note: 'limited' }, 429, { 'Retry-After': String(wait) })
    await takeEntry(platform, opened, { ...read.person, ref, utm: readUtm((name) => entered[name]), address })
    return thanks
  })

  app.get(
    '/p/preview/:token',
    page(async (c) => {
      const ref = readPreview(platform, c.req.param('token') ?? '')
      const [found] = ref === null ? [] : await database.db.select().from(landingPages).where(eq(landingPages.ref, ref))
      if (!found) throw new ApiError('not_found')
      return sendPage(await landingContent(platform, database.db, found, null))
    }),
  )
  app.get(
    '/p/:slug',
    ofPage((opened, c) => showPage(opened, (name) => c.req.query(name))),
  )
  app.post('/p/:slug', takeForm)
  app.get(
    '/p/:slug/thanks',
    ofPage(async (opened) => sendPage(thanksPage(opened))),
  )
}
