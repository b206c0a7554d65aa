/** A landing page as HTML: the same for visitors and for the preview beside the editor. All texts are escaped here; rich texts are clean. */
import type { Language } from '../choices/languages.ts'
import { isRecord, toText } from '../kit/field/guards.ts'
import { embedAttributes, embedOf } from '../lib/embed.ts'
import { escapeHtml } from '../lib/escape-html.ts'
import { formatRupiahIn } from '../lib/number-text.ts'
import { momentText } from '../mail/moment-text.ts'
import { type Entered, hiddenFields, inputField, problemList, textField } from '../pages/form-fields.ts'
import { landingWords } from './words.ts'

/** A block as it is stored, or as a form has it. */
export type Block = Readonly<Record<string, unknown>>

export interface ProductCard {
  title: string
  price: number | null
  before: number | null
  picture: string | null
}

export interface EventCard {
  title: string
  start_at: string
  location: string
  price: number | null
  path: string
}

/** What blocks refer to; what is not there is left out. Products by category and number, such as `membership 3`. */
export interface Cards {
  products: ReadonlyMap<string, ProductCard>
  events: ReadonlyMap<string, EventCard>
}

/** A form to fill in; null where it is only shown. */
export interface LandingForm {
  action: string
  token: string
  entered: Entered
  problems: ReadonlyMap<string, string>
  note: string
  /** Passed on from the page's address. */
  hidden: readonly (readonly [name: string, value: string])[]
}

export interface Landing {
  title: string
  language: Language
  form_fields: readonly string[]
  cards: Cards
  addressOf: (file: unknown) => string
  form: LandingForm | null
  /** Whether buttons have a form to lead to. */
  hasForm: boolean
  /** Where no player may run: a video is only named. */
  isStill?: boolean
}

const heading = (title: unknown) => (title ? `<h2>${escapeHtml(toText(title))}</h2>` : '')
const leadText = (lead: unknown) => (lead ? `<p class="lead">${escapeHtml(toText(lead))}</p>` : '')

export const productKey = (category: unknown, id: unknown): string => `${toText(category)} ${toText(id)}`

function pictureOf({ picture, alt }: Block, { addressOf }: Landing, loading: string): string {
  const address = picture ? addressOf(picture) : ''
  return address ? `<img src="${escapeHtml(address)}" alt="${escapeHtml(toText(alt))}" ${loading}>` : ''
}

function priceText(language: Language, { price, before }: { price: number | null; before?: number | null }): string {
  const now = price ? formatRupiahIn(language, price) : landingWords[language].free
  return `<span>${before ? `<s>${escapeHtml(formatRupiahIn(language, before))}</s> ` : ''}${escapeHtml(now)}</span>`
}

function hero(block: Block, page: Landing): string {
  const { title, lead, button, link } = block
  const target = toText(link) || (page.hasForm ? '#form' : '')
  const action = button && target ? `<a class="button" href="${escapeHtml(target)}">${escapeHtml(toText(button))}</a>` : ''
  const picture = pictureOf(block, page, 'fetchpriority="high" width="1200" height="675"')
  return `${picture}<div>${title ? `<h1>${escapeHtml(toText(title))}</h1>` : ''}${leadText(lead)}${action}</div>`
}

function video({ title, video: address }: Block, { isStill }: Landing): string {
  const embed = embedOf(toText(address))
  if (!embed) return heading(title)
  if (isStill) return `${heading(title)}<div class="frame"><span>${escapeHtml(embed.name)}</span></div>`
  const attributes = Object.entries({ ...embedAttributes, title: toText(title) || embed.name })
  const text = attributes.map(([name, value]) => ` ${name}="${escapeHtml(value)}"`).join('')
  return `${heading(title)}<div class="frame"><iframe src="${escapeHtml(embed.address)}"${text}></iframe></div>`
}

const cardsOf = (items: readonly string[]) => (items.length ? `<ul class="cards">${items.join('')}</ul>` : '')

function products({ title, lead, products: rows }: Block, { cards, language }: Landing): string {
  const items = (Array.isArray(rows) ? rows.filter(isRecord) : []).flatMap(({ category, product_id }) => {
    const card = cards.products.get(productKey(category, product_id))
    if (!card) return []
    const picture = card.picture ? `<img src="${escapeHtml(card.picture)}" alt="" loading="lazy">` : ''
    return [`<li>${picture}<div><b>${escapeHtml(card.title)}</b>${priceText(language, card)}</div></li>`]
  })
  return `${heading(title)}${leadText(lead)}${cardsOf(items)}`
}

function events({ title, lead, events: ids }: Block, { cards, language }: Landing): string {
  const items = (Array.isArray(ids) ? ids : []).flatMap((each: unknown) => {
    const card = cards.events.get(toText(each))
    if (!card) return []
    const when = momentText(language, card.start_at)
    const link = `<a href="${escapeHtml(card.path)}">${escapeHtml(card.title)}</a>`
    return [
      `<li><div><b>${link}</b><span>${escapeHtml(when)}</span><small>${escapeHtml(card.location)}</small>${priceText(language, card)}</div></li>`,
    ]
  })
  return `${heading(title)}${leadText(lead)}${cardsOf(items)}`
}

function questions({ title, lead, questions: rows }: Block): string {
  const items = (Array.isArray(rows) ? rows.filter(isRecord) : []).map(
    ({ question, answer }) => `<details><summary>${escapeHtml(toText(question))}</summary><p>${escapeHtml(toText(answer))}</p></details>`,
  )
  return `${heading(title)}${leadText(lead)}${items.join('')}`
}

function form({ title, lead, button }: Block, { language, form_fields, form: state }: Landing): string {
  const words = landingWords[language]
  const part = { entered: state?.entered ?? {}, problems: state?.problems ?? new Map<string, string>(), optional: words.optional }
  const has = (name: string) => form_fields.includes(name)
  const fields = [
    inputField({ ...part, name: 'name', label: words.name, required: true }, 'type="text" maxlength="120" autocomplete="name"'),
    inputField(
      { ...part, name: 'phone', label: words.phone, required: true },
      'type="tel" maxlength="40" autocomplete="tel" inputmode="tel"',
    ),
    has('email') ? inputField({ ...part, name: 'email', label: words.email }, 'type="email" maxlength="160" autocomplete="email"') : '',
    has('city') ? inputField({ ...part, name: 'city', label: words.city }, 'type="text" maxlength="80" autocomplete="address-level2"') : '',
    has('notes') ? textField({ ...part, name: 'notes', label: words.notes }, 1_000) : '',
  ].join('')
  const label = `<button>${escapeHtml(toText(button) || words.send)}</button>`
  const head = `${heading(title)}${leadText(lead)}`
  if (!state) return `${head}<p class="help">${escapeHtml(words.off)}</p><form><fieldset disabled>${fields}${label}</fieldset></form>`
  const passed = state.hidden.map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`).join('')
  const note = state.note ? `<p class="note" role="alert">${escapeHtml(state.note)}</p>` : problemList(part.problems, words)
  // A refused form comes back where the person was.
  return `${head}${note}<form method="post" action="${escapeHtml(state.action)}#form">${fields}${hiddenFields(state.token)}${passed}${label}</form>`
}

/** The content of a block, with its class. */
function contentOf(block: Block, page: Landing): [string, string] {
  switch (block.kind) {
    case 'hero':
      return ['hero', hero(block, page)]
    case 'text':
      return ['text', `${heading(block.title)}${toText(block.body)}`]
    case 'image':
      return ['picture', `${heading(block.title)}${pictureOf(block, page, 'loading="lazy"')}`]
    case 'video':
      return ['', video(block, page)]
    case 'products':
      return ['', products(block, page)]
    case 'events':
      return ['', events(block, page)]
    case 'questions':
      return ['', questions(block)]
    default:
      return ['', form(block, page)]
  }
}

/** A block as HTML; '' for one that is hidden or says nothing. */
export function renderBlock(block: Block, page: Landing): string {
  if (block.hidden === true) return ''
  const [name, content] = contentOf(block, page)
  if (!content) return ''
  return `<section${block.kind === 'form' ? ' id="form"' : ''}${name ? ` class="${name}"` : ''}>${content}</section>`
}

export const isShown =
  (kind: string) =>
  (block: Block): boolean =>
    block.kind === kind && block.hidden !== true

/** The blocks of a page, in order; without a hero the title heads them. */
export function renderPage(blocks: readonly Block[], page: Landing): string {
  const head = blocks.some(isShown('hero')) ? '' : `<h1>${escapeHtml(page.title)}</h1>`
  return head + blocks.map((block) => renderBlock(block, page)).join('')
}
