/** Landing pages as visitors get them. */

import { isLanguage, type Language } from '#contract/choices/languages.ts'
import { isStoredFile } from '#contract/kit/field/field.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { landingStyle } from '#contract/landing/landing-style.ts'
import { isShown, type LandingForm, renderPage } from '#contract/landing/render-page.ts'
import { embedOf } from '#contract/lib/embed.ts'
import { escapeHtml } from '#contract/lib/escape-html.ts'
import { readableText } from '#contract/lib/readable-text.ts'
import { landingPath } from '#contract/public-pages.ts'
import { type PageContent, pageHtml } from '#server/content/page/send-page.ts'
import { recordsOf } from '#server/crud/query/nested.ts'
import type { Db } from '#server/db/database.ts'
import type { landingPages } from '#server/db/tables/crm.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { readCards } from './cards.ts'
import { sayOn, type Word } from './words.ts'

export type StoredPage = typeof landingPages.$inferSelect

/** Without pictures: a second on a slow line. */
export const maxPageBytes = 60_000

export const languageOf = ({ language }: { language: unknown }): Language => (isLanguage(language) ? language : 'id')

const pixelOrigin = 'https://www.facebook.com'

/** Counts a visit at Meta without a script, or a filled-in form. */
function pixelOf(pixel: unknown, event: 'PageView' | 'Lead'): string {
  if (typeof pixel !== 'string' || !/^\d{1,20}$/.test(pixel)) return ''
  const query = new URLSearchParams({ id: pixel, ev: event, noscript: '1' })
  return `<img class="pixel" src="${pixelOrigin}/tr?${escapeHtml(query.toString())}" alt="" width="1" height="1">`
}

const pixelImages = (pixel: unknown): readonly string[] => (pixel ? [pixelOrigin] : [])

/** What programs that show a link show of the page. */
function headOf({ settings }: Pick<Platform, 'settings'>, title: string, blocks: readonly Readonly<Record<string, unknown>>[]): string {
  const shown = blocks.find(isShown('hero')) ?? blocks.find(isShown('text'))
  const about = (toText(shown?.lead) || readableText(toText(shown?.body))).replace(/\s+/g, ' ').slice(0, 160)
  const picture = isStoredFile(shown?.picture) ? new URL(shown.picture.url, settings.publicUrl).href : ''
  const meta = (name: string, value: string) => (value ? `<meta property="${name}" content="${escapeHtml(value)}">` : '')
  const description = about ? `<meta name="description" content="${escapeHtml(about)}">` : ''
  return `${description}${meta('og:title', title)}${meta('og:description', about)}${meta('og:image', picture)}`
}

/** Fields of a page, stored or about to be. */
export type PageValues = Readonly<Record<'title' | 'language' | 'sections' | 'form_fields' | 'pixel_id', unknown>>

/** `form`: null where it is only shown. */
export async function landingContent(
  platform: Pick<Platform, 'settings'>,
  db: Db,
  page: PageValues,
  form: LandingForm | null,
): Promise<PageContent> {
  const language = languageOf(page)
  const title = toText(page.title)
  const blocks = recordsOf(page.sections)
  const landing = {
    ...{ title, language, form, cards: await readCards(db, blocks) },
    form_fields: Array.isArray(page.form_fields) ? page.form_fields.map(toText) : [],
    addressOf: (file: unknown) => (isStoredFile(file) ? file.url : ''),
    hasForm: blocks.some(isShown('form')),
  }
  const note = form ? '' : `<p class="note">${escapeHtml(sayOn(language, 'preview'))}</p>`
  const players = blocks.filter(isShown('video')).flatMap(({ video }) => embedOf(toText(video)) ?? [])
  return {
    ...{ language, title, style: landingStyle, head: headOf(platform, title, blocks) },
    body: `${note}${renderPage(blocks, landing)}${form ? pixelOf(page.pixel_id, 'PageView') : ''}`,
    images: form ? pixelImages(page.pixel_id) : [],
    frames: [...new Set(players.map(({ address }) => new URL(address).origin))],
  }
}

const emptyForm: LandingForm = {
  ...{ action: landingPath('a'.repeat(80)), token: 'a'.repeat(69), entered: {}, problems: new Map(), note: '' },
  hidden: [],
}

/** Bytes of the page as a visitor gets it, without its pictures. */
export async function measurePage(
  platform: Pick<Platform, 'settings'>,
  db: Db,
  values: Readonly<Record<string, unknown>>,
): Promise<number> {
  const { title, language, sections, form_fields, pixel_id } = values
  return Buffer.byteLength(pageHtml(await landingContent(platform, db, { title, language, sections, form_fields, pixel_id }, emptyForm)))
}

/** A page that says one thing. */
export function messagePage(language: Language, title: Word, detail: Word, more = ''): PageContent {
  const text = sayOn(language, title)
  const body = `<section><h1>${escapeHtml(text)}</h1><p>${escapeHtml(sayOn(language, detail))}</p>${more}</section>`
  return { language, title: text, body }
}

/** The same for everybody who filled in a form, also for a repeat and a robot. */
export function thanksPage(page: StoredPage): PageContent {
  const language = languageOf(page)
  const back = `<a class="button second" href="${escapeHtml(landingPath(page.slug ?? ''))}">${escapeHtml(sayOn(language, 'back'))}</a>`
  const content = messagePage(language, 'thanks', 'thanksHelp', back)
  return {
    ...content,
    style: landingStyle,
    body: `${content.body}${pixelOf(page.pixel_id, 'Lead')}`,
    images: pixelImages(page.pixel_id),
  }
}
