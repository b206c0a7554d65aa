/** A person's own registration, by their signed address: what it is, its ticket, and how to accept or cancel it. */
import { escapeHtml } from '#contract/lib/escape-html.ts'
import { eventPath } from '#contract/public-pages.ts'
import type { PageContent } from '#server/content/page/send-page.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { bankLines, languageOf, stageText } from '../event/mails.ts'
import { type Registration, stageOf } from '../event/registration.ts'
import { signTicket, ticketOf, ticketSvg } from '../event/tickets.ts'
import { sayTo, type Word } from '../event/words.ts'
import { eventFacts } from './views.ts'

const button = (action: string, words: string, isSecond: boolean) =>
  `<form method="post"><input type="hidden" name="action" value="${action}"><button${isSecond ? ' class="second"' : ''}>${escapeHtml(words)}</button></form>`

/** The ticket of somebody who is registered, as HTML; empty for others and after the end. */
export async function ticketPart(platform: Platform, registration: Registration): Promise<string> {
  if (stageOf(registration) !== 'registered' || registration.isEnded) return ''
  const say = (word: Word) => escapeHtml(sayTo(languageOf(registration), word))
  const code = await signTicket(platform, ticketOf(registration.participant))
  return `<section class="ticket"><h2>${say('ticket')}</h2>${ticketSvg(code)}<p class="help">${say('ticketCode')}</p><code>${code}</code></section>`
}

export async function ownPage(platform: Platform, path: string, registration: Registration, note?: Word): Promise<PageContent> {
  const { participant, event, isEnded } = registration
  const language = languageOf(registration)
  const say = (word: Word) => escapeHtml(sayTo(language, word))
  const stage = stageOf(registration)
  const accounts = stage === 'unpaid' ? await bankLines(platform.database.db, language) : []
  const paying = accounts.length
    ? `<h2>${say('banks')}</h2><ul class="plain">${accounts.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`
    : ''
  const isOpen = !isEnded && stage !== 'cancelled'
  const mayCancel = isOpen && participant.order_id === null
  const actions = [
    ...(isOpen && stage === 'offered' ? [button('accept', sayTo(language, 'accept'), false)] : []),
    ...(stage === 'registered' ? [`<a class="button" href="${escapeHtml(event.link)}" rel="noreferrer">${say('join')}</a>`] : []),
    ...(isOpen ? [`<a class="button second" href="${escapeHtml(path)}/calendar.ics">${say('calendar')}</a>`] : []),
    ...(mayCancel ? [`<p class="help">${say('cancelHelp')}</p>${button('cancel', sayTo(language, 'cancel'), true)}`] : []),
    ...(isOpen && !mayCancel ? [`<p class="help">${say('paidHelp')}</p>`] : []),
    `<a class="button second" href="${escapeHtml(eventPath(event.slug ?? '', event.visibility === 'private' ? event.page_key : null))}">${say('back')}</a>`,
  ]
  const ticket = await ticketPart(platform, registration)
  const alert = note ? `<p class="note" role="alert">${say(note)}</p>` : ''
  const head = `<section><h1>${say(stage)}</h1>${alert}<p>${escapeHtml(stageText(registration, language))}</p>${paying}</section>`
  const about = `<section><h2>${escapeHtml(event.title)}</h2><p>${escapeHtml(participant.name)}</p>${eventFacts(language, event)}</section>`
  return { language, title: event.title, body: `${head}${ticket}${about}<div class="actions">${actions.join('')}</div>` }
}
