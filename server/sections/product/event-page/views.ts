/** What the public pages of an event show. All texts are escaped here; the description was cleaned when it was stored. */
import { eventPath } from '#contract/public-pages.ts'
import type { ParticipantLanguage } from '#contract/sections/product/participant.ts'
import { escapeHtml } from '../event/html.ts'
import type { StoredEvent } from '../event/seats.ts'
import { freeSeats } from '../event/seats.ts'
import { priceText, sayTo, spanText, type Word } from '../event/words.ts'
import { answerName, type Entered, type Question, ratings, trapName } from './form.ts'
import type { PageContent } from './layout.ts'

const problemWords: Readonly<Record<string, Word>> = {
  required: 'required',
  phone: 'wrong_phone',
  email: 'wrong_email',
  choice: 'wrong_choice',
  html: 'wrong_html',
  max_length: 'wrong_max_length',
}

const problemText = (language: ParticipantLanguage, code: string) => sayTo(language, problemWords[code] ?? 'wrong_other')

const fact = (name: string, value: string) => `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd></div>`

/** Facts of an event that anybody may know: not the link to it. */
export function eventFacts(language: ParticipantLanguage, event: StoredEvent): string {
  const say = (word: Word) => sayTo(language, word)
  return `<dl>${[
    fact(say('when'), spanText(language, event.start_at, event.end_at)),
    fact(say('where'), event.location),
    ...(event.speaker ? [fact(say('speaker'), event.speaker)] : []),
    fact(say('price'), priceText(language, event.fee_type === 'paid' ? event.price : null)),
  ].join('')}</dl>`
}

interface FieldPart {
  language: ParticipantLanguage
  name: string
  label: string
  entered: Entered
  problems: ReadonlyMap<string, string>
  required?: boolean
  help?: string | undefined
}

/** Names of the texts that say more of a field, for screen readers. */
function detailsOf({ name, problems, help }: FieldPart): string {
  const ids = [...(help ? [`${name}-help`] : []), ...(problems.has(name) ? [`${name}-bad`] : [])]
  return `${ids.length ? ` aria-describedby="${ids.join(' ')}"` : ''}${problems.has(name) ? ' aria-invalid="true"' : ''}`
}

function notes({ language, name, problems, help }: FieldPart): string {
  const code = problems.get(name)
  return `${help ? `<p class="help" id="${name}-help">${escapeHtml(help)}</p>` : ''}${
    code === undefined ? '' : `<p class="bad" id="${name}-bad">${escapeHtml(problemText(language, code))}</p>`
  }`
}

const labelText = ({ language, label, required }: FieldPart) =>
  `${escapeHtml(label)}${required ? '' : ` <span class="help">(${escapeHtml(sayTo(language, 'optional'))})</span>`}`

function inputField(part: FieldPart, attributes: string): string {
  const { name, entered, required } = part
  const value = escapeHtml(entered[name] ?? '')
  return `<div class="field"><label for="${name}">${labelText(part)}</label><input id="${name}" name="${name}" value="${value}" ${attributes}${required ? ' required' : ''}${detailsOf(part)}>${notes(part)}</div>`
}

/** Long lists as one line, which is shorter to read and to load. */
function listField(part: FieldPart, values: readonly string[]): string {
  const { language, name, entered, required } = part
  const options = values.map((value) => `<option${entered[name] === value ? ' selected' : ''}>${escapeHtml(value)}</option>`)
  return `<div class="field"><label for="${name}">${labelText(part)}</label><select id="${name}" name="${name}"${required ? ' required' : ''}${detailsOf(part)}><option value="">${escapeHtml(sayTo(language, 'choose'))}</option>${options.join('')}</select>${notes(part)}</div>`
}

/** More of them are a list. */
const maxRadios = 5

function textField(part: FieldPart): string {
  const { name, entered, required } = part
  return `<div class="field"><label for="${name}">${labelText(part)}</label><textarea id="${name}" name="${name}" maxlength="2000" rows="3"${required ? ' required' : ''}${detailsOf(part)}>\n${escapeHtml(entered[name] ?? '')}</textarea>${notes(part)}</div>`
}

function choiceField(part: FieldPart, values: readonly string[], kind: string): string {
  const { name, entered, required } = part
  const radios = values.map(
    (value) =>
      `<label><input type="radio" name="${name}" value="${escapeHtml(value)}"${entered[name] === value ? ' checked' : ''}${required ? ' required' : ''}>${escapeHtml(value)}</label>`,
  )
  return `<fieldset${detailsOf(part)}><legend>${labelText(part)}</legend>${notes(part)}<div class="choices ${kind}">${radios.join('')}</div></fieldset>`
}

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

function questionField(language: ParticipantLanguage, question: Question, { entered, problems }: FormState): string {
  const { kind, options, required } = question
  const part = { language, name: answerName(question), label: question.question, entered, problems, required }
  if (kind === 'rating') return choiceField({ ...part, help: sayTo(language, 'rating') }, ratings, 'rating')
  if (kind === 'text') return textField(part)
  return options.length > maxRadios ? listField(part, options) : choiceField(part, options, '')
}

function formPart(language: ParticipantLanguage, event: StoredEvent, state: FormState): string {
  const { questions, token, entered, problems, note, key } = state
  const say = (word: Word) => sayTo(language, word)
  const isFull = state.isFull === true || freeSeats(event) === 0
  const isPaid = event.fee_type === 'paid'
  const part = { language, entered, problems, required: true }
  const help = isFull ? 'waitHelp' : isPaid ? 'orderHelp' : null
  const action = escapeHtml(eventPath(event.slug ?? '', key))
  return `<section><h2>${escapeHtml(say('registration'))}</h2>${note ? `<p class="note" role="alert">${escapeHtml(say(note))}</p>` : ''}<form method="post" action="${action}">
${inputField({ ...part, name: 'name', label: say('name') }, 'type="text" maxlength="120" autocomplete="name"')}
${inputField({ ...part, name: 'phone', label: say('phone') }, 'type="tel" maxlength="40" autocomplete="tel" inputmode="tel"')}
${inputField({ ...part, name: 'email', label: say('email'), help: say('emailHelp') }, 'type="email" maxlength="160" autocomplete="email"')}
${questions.map((question) => questionField(language, question, state)).join('\n')}
<div class="trap" aria-hidden="true"><label>Website <input name="${trapName}" tabindex="-1" autocomplete="off"></label></div>
<input type="hidden" name="token" value="${escapeHtml(token)}">${isFull ? '<input type="hidden" name="wait" value="yes">' : ''}
<div class="actions">${help ? `<p class="help">${escapeHtml(say(help))}</p>` : ''}<button>${escapeHtml(say(isFull ? 'wait' : isPaid ? 'order' : 'register'))}</button></div>
</form></section>`
}

/** The page of an event, with the form while it is open. */
export function eventPage(language: ParticipantLanguage, event: StoredEvent, state: FormState | null): PageContent {
  const free = freeSeats(event)
  const say = (word: Word) => sayTo(language, word)
  const seats =
    state === null || free === null ? '' : `<dl>${fact(say('seats'), free === 0 || state.isFull ? say('noSeats') : String(free))}</dl>`
  const cover = `<img class="cover" src="${escapeHtml(event.cover.url)}" alt="" width="1200" height="630">`
  const about = event.description ? `<section class="text">${event.description}</section>` : ''
  const form = state
    ? formPart(language, event, state)
    : `<section><h2>${escapeHtml(say('ended'))}</h2><p class="help">${escapeHtml(say('endedHelp'))}</p></section>`
  const facts = `<section>${eventFacts(language, event)}${seats && `<div class="gap">${seats}</div>`}</section>`
  return { language, title: event.title, body: `${cover}<h1>${escapeHtml(event.title)}</h1>${facts}${about}${form}` }
}

/** A page that says one thing. */
export function messagePage(language: ParticipantLanguage, title: Word, detail: Word, more = ''): PageContent {
  const text = sayTo(language, title)
  return {
    language,
    title: text,
    body: `<section><h1>${escapeHtml(text)}</h1><p>${escapeHtml(sayTo(language, detail))}</p>${more}</section>`,
  }
}

/** The same for everybody who filled in a form, also for a repeat and a robot. */
export function thanksPage(language: ParticipantLanguage, event: StoredEvent, key: string | null): PageContent {
  const link = (path: string, word: Word) => `<a class="button second" href="${escapeHtml(path)}">${escapeHtml(sayTo(language, word))}</a>`
  const page = messagePage(language, 'thanks', 'thanksHelp')
  const [slug, query] = [event.slug ?? '', key ? `?k=${encodeURIComponent(key)}` : '']
  const actions = `<div class="actions">${link(`/e/${slug}/calendar.ics${query}`, 'calendar')}${link(eventPath(slug, key), 'back')}</div>`
  return { ...page, body: `${page.body}<section><h2>${escapeHtml(event.title)}</h2>${eventFacts(language, event)}</section>${actions}` }
}
