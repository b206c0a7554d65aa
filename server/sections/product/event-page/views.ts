/** What the public pages of an event show. All texts are escaped here; the description was cleaned when it was stored. */
import type { Language } from '#contract/choices/languages.ts'
import { escapeHtml } from '#contract/lib/escape-html.ts'
import { spanText } from '#contract/mail/moment-text.ts'
import { choiceField, type Entered, hiddenFields, inputField, listField, problemList, textField } from '#contract/pages/form-fields.ts'
import { eventPath } from '#contract/public-pages.ts'
import type { PageContent } from '#server/content/page/send-page.ts'
import type { StoredEvent } from '../event/seats.ts'
import { freeSeats } from '../event/seats.ts'
import { priceText, sayTo, type Word } from '../event/words.ts'
import { answerName, type Question, ratings } from './form.ts'

const problemWords: Readonly<Record<string, Word>> = {
  required: 'required',
  phone: 'wrong_phone',
  email: 'wrong_email',
  choice: 'wrong_choice',
  html: 'wrong_html',
  address: 'wrong_address',
  max_length: 'wrong_max_length',
}

/** Problems of fields in words. */
const problemTexts = (language: Language, problems: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map([...problems].map(([name, code]) => [name, sayTo(language, problemWords[code] ?? 'wrong_other')]))

const fact = (name: string, value: string) => `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd></div>`

/** Facts of an event that anybody may know: not the link to it. */
export function eventFacts(language: Language, event: StoredEvent): string {
  const say = (word: Word) => sayTo(language, word)
  return `<dl>${[
    fact(say('when'), spanText(language, event.start_at, event.end_at)),
    fact(say('where'), event.location),
    ...(event.speaker ? [fact(say('speaker'), event.speaker)] : []),
    fact(say('price'), priceText(language, event.fee_type === 'paid' ? event.price : null)),
  ].join('')}</dl>`
}

/** More of them are a list. */
const maxRadios = 5

export interface FormState {
  questions: readonly Question[]
  token: string
  entered: Entered
  problems: ReadonlyMap<string, string>
  note?: Word
  /** The last seat was taken while the form was filled in. */
  isFull?: boolean
  /** Of a private event. */
  key: string | null
}

function questionField(language: Language, question: Question, { entered, problems }: FormState): string {
  const { kind, options, required } = question
  const part = {
    ...{ name: answerName(question), label: question.question, entered, required },
    ...{ problems: problemTexts(language, problems), optional: sayTo(language, 'optional') },
  }
  if (kind === 'rating') return choiceField({ ...part, help: sayTo(language, 'rating') }, ratings, 'rating')
  if (kind === 'text') return textField(part)
  return options.length > maxRadios ? listField(part, options, sayTo(language, 'choose')) : choiceField(part, options, '')
}

function formPart(language: Language, event: StoredEvent, state: FormState): string {
  const { questions, token, entered, problems, note, key } = state
  const say = (word: Word) => sayTo(language, word)
  const isFull = state.isFull === true || freeSeats(event) === 0
  const isPaid = event.fee_type === 'paid'
  const part = { entered, problems: problemTexts(language, problems), optional: say('optional'), required: true }
  const help = isFull ? 'waitHelp' : isPaid ? 'orderHelp' : null
  const labels = {
    ...{ name: say('name'), phone: say('phone'), email: say('email') },
    ...Object.fromEntries(questions.map((question) => [answerName(question), question.question])),
  }
  const alert = note ? `<p class="note" role="alert">${escapeHtml(say(note))}</p>` : problemList(part.problems, labels)
  // A refused form comes back where the person was.
  const action = escapeHtml(`${eventPath(event.slug ?? '', key)}#form`)
  return `<section id="form"><h2>${escapeHtml(say('registration'))}</h2>${alert}<form method="post" action="${action}">
${inputField({ ...part, name: 'name', label: say('name') }, 'type="text" maxlength="120" autocomplete="name"')}
${inputField({ ...part, name: 'phone', label: say('phone') }, 'type="tel" maxlength="40" autocomplete="tel" inputmode="tel"')}
${inputField({ ...part, name: 'email', label: say('email'), help: say('emailHelp') }, 'type="email" maxlength="160" autocomplete="email"')}
${questions.map((question) => questionField(language, question, state)).join('\n')}
${hiddenFields(token)}${isFull ? '<input type="hidden" name="wait" value="yes">' : ''}
<div class="actions">${help ? `<p class="help">${escapeHtml(say(help))}</p>` : ''}<button>${escapeHtml(say(isFull ? 'wait' : isPaid ? 'order' : 'register'))}</button></div>
</form></section>`
}

/** The page of an event, with the form while it is open; it is over, or begun and paid, otherwise. */
export function eventPage(language: Language, event: StoredEvent, state: FormState | null): PageContent {
  const free = freeSeats(event)
  const say = (word: Word) => sayTo(language, word)
  const seats =
    state === null || free === null ? '' : `<dl>${fact(say('seats'), free === 0 || state.isFull ? say('noSeats') : String(free))}</dl>`
  const cover = event.cover && `<img class="cover" src="${escapeHtml(event.cover.url)}" alt="" width="1200" height="630">`
  const about = event.description ? `<section class="text">${event.description}</section>` : ''
  const over = Date.parse(event.end_at) <= Date.now() ? 'ended' : 'begun'
  const form = state
    ? formPart(language, event, state)
    : `<section><h2>${escapeHtml(say(over))}</h2><p class="help">${escapeHtml(say(`${over}Help`))}</p></section>`
  const facts = `<section>${eventFacts(language, event)}${seats && `<div class="gap">${seats}</div>`}</section>`
  return { language, title: event.title, body: `${cover ?? ''}<h1>${escapeHtml(event.title)}</h1>${facts}${about}${form}` }
}

/** A page that says one thing. */
export function messagePage(language: Language, title: Word, detail: Word, more = ''): PageContent {
  const text = sayTo(language, title)
  return {
    language,
    title: text,
    body: `<section><h1>${escapeHtml(text)}</h1><p>${escapeHtml(sayTo(language, detail))}</p>${more}</section>`,
  }
}

/** The same for everybody who filled in a form, also for a repeat and a robot. `ticket`: HTML, of who has just registered. */
export function thanksPage(language: Language, event: StoredEvent, key: string | null, ticket: string): PageContent {
  const link = (path: string, word: Word) => `<a class="button second" href="${escapeHtml(path)}">${escapeHtml(sayTo(language, word))}</a>`
  const page = messagePage(language, 'thanks', 'thanksHelp')
  const [slug, query] = [event.slug ?? '', key ? `?k=${encodeURIComponent(key)}` : '']
  const actions = `<div class="actions">${link(`/e/${slug}/calendar.ics${query}`, 'calendar')}${link(eventPath(slug, key), 'back')}</div>`
  return {
    ...page,
    body: `${page.body}${ticket}<section><h2>${escapeHtml(event.title)}</h2>${eventFacts(language, event)}</section>${actions}`,
  }
}
