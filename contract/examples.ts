/**
 * Examples of calls that fields do not determine, on demo data: user 3 is a salesperson, room 1 a chat. The API's document shows them, and
 * tests send them; no definition has any, because no console needs them.
 */

import type { Field } from './kit/field/field.ts'
import type { Call, CallExample } from './kit/section/call.ts'
import type { ExampleSource } from './kit/section/example.ts'
import { exampleRecord as deriveRecord, exampleRequest as deriveRequest } from './kit/section/example.ts'
import { parseTarget } from './kit/section/options.ts'
import type { Section } from './kit/section/section.ts'
import { wibDay } from './lib/wib.ts'
import { demoQuestion, sectionExamples } from './section-examples.ts'
import { isSectionName } from './sections/index.ts'
import { clientId, demoClientSecret, demoPassword } from './session.ts'

const png = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** Record numbers of the demo. */
export const demoSource: ExampleSource = {
  ids: (to) => (parseTarget(to).section === 'user' ? [3, 4] : to === '' || isSectionName(parseTarget(to).section) ? [1, 2] : []),
  file: ({ accept, kind }: Field) => (kind === 'image' || !accept || accept.includes('image/png') ? png : undefined),
}

const appCode = 'a code of the app'
const link = 'the link of a mail'
const provider = 'what only the provider of the channel has'
const zero = '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'
const aRef = '0198c5a2-7e10-7cc3-9d3e-1f3c7a5b9e17'
const memberToken = 'the token of a member'
const newPassword = { password: 'sandi yang baru', confirm_password: 'sandi yang baru' }
const nobody = { params: { id: '3' } }
const status = { id: '0198c5a2-7e10-7cc3-9d3e-1f3c7a5b9e10', method: 'PUT', path: '/crm/in/v1/lead/status', encoding: 'json' }

/** A message of text alone. */
const nothingElse = Object.fromEntries(
  [
    ...['media', 'media_url', 'reply_to', 'auto_text', 'asks_contact', 'template', 'template_language', 'values'],
    ...['template_header', 'template_location', 'template_buttons', 'template_offer_until', 'template_version'],
  ].map((name) => [name, undefined]),
)

const examples: Readonly<Record<string, CallExample>> = {
  ...sectionExamples,
  'session.login': {
    body: { username: 'sales@lapangan.test', password: demoPassword, client_id: clientId, client_secret: demoClientSecret },
  },
  'session.login-code': { onlyWith: appCode },
  'session.login-setup': { onlyWith: appCode },
  'session.login-confirm': { onlyWith: appCode },
  'session.validate-reset': { onlyWith: link },
  'session.reset': { body: newPassword, onlyWith: link },
  'account.password': { body: { old_password: demoPassword, ...newPassword } },
  'account.second-factor-setup': { body: { password: demoPassword } },
  'account.second-factor-confirm': { onlyWith: appCode },
  'account.second-factor-remove': { body: { password: demoPassword } },
  'account.recovery-codes': { body: { password: demoPassword }, onlyWith: appCode },
  'account.session-end': { onlyWith: 'the id of a session' },
  'user.sessions': nobody,
  'user.session-end': { ...nobody, onlyWith: 'the id of a session' },
  'user.sessions-end': nobody,
  'user.second-factor-reset': { ...nobody, onlyWith: 'a user who has a second factor' },
  'user.invite': { ...nobody, onlyWith: 'a user who has not chosen a password' },
  'utility.error-logs': { onlyWith: 'a token in X-Api-Token' },
  'sync.replay': { body: { entries: [{ ...status, body: '{"ids":[1],"status":"prospect"}' }] } },
  'videos.convert': { onlyWith: 'a video' },
  'uploads.state': { params: { sha256: zero } },
  'uploads.piece': { params: { sha256: zero }, query: { offset: 0, digest: zero } },
  'bank.import': {
    after: ['leads.import-begin'],
    body: {
      file: 'data:text/csv;base64,QmFuayBuYW1lLEFjY291bnQgbnVtYmVyLEFjY291bnQgaG9sZGVyLEJhbmsgYnJhbmNoCkJhbmsgSmFnbyw1MDEyMzQ1Njc4LFBUIExhcGFuZ2FuIEludmVzdGFzaSBOdXNhbnRhcmEsSmFrYXJ0YSBTZWxhdGFuCg==',
      mapping: undefined,
    },
  },
  'member.import': {
    after: ['bank.import'],
    body: {
      file: 'data:text/csv;base64,UGhvbmUsTmFtZSxQcm9kdWN0LFR5cGUsRXhwaXJlcyBvbgowODEyIDk5OTAgMTIzNCxTYXJpIERld2ksRU1ULFJlZ3VsYXIsMjAyNy0wMS0zMQo=',
      mapping: undefined,
    },
  },
  'member.import-one': { after: ['member.import'], params: { id: '3' } },
  'stock.import': {
    after: ['member.import'],
    body: {
      file: 'data:text/csv;base64,a29kZSxuYW1hIHBlcnVzYWhhYW4sc2VrdG9yClpaVFQsUFQgQ29udG9oIFRhbWJhaGFuIFRiay4sRW5lcmd5Cg==',
      mapping: undefined,
    },
  },
  'post.import': {
    after: ['stock.import'],
    body: {
      file: 'data:text/csv;base64,U2x1ZyxUaXRsZSxUeXBlLFB1Ymxpc2ggdG8sQm9keSxBY2Nlc3MsU3RhdHVzCmNhcmEtbWVtYmFjYS1sYXBvcmFuLWtldWFuZ2FuLWxlbmdrYXAsQ2FyYSBtZW1iYWNhIGxhcG9yYW4ga2V1YW5nYW4sYXJ0aWNsZSxibG9nLDxwPklzaTwvcD4sZnJlZSxkcmFmdAo=',
      mapping: undefined,
    },
  },
  'post.import-one': { after: ['post.import'], params: { id: '5' } },
  // The create comes first, so that its id does not depend on the speed of the import.
  'faq.import': {
    after: ['post.import', 'faq.create'],
    body: {
      file: 'data:text/csv;base64,UXVlc3Rpb24sQW5zd2VyCkJhZ2FpbWFuYSBjYXJhIG1lbmd1bmR1aCBrdWl0YW5zaSBzYXlhPyw8cD5CdWthIHBlc2FuYW4uPC9wPgo=',
      mapping: undefined,
    },
  },
  'faq.import-one': { after: ['faq.import'], params: { id: '6' } },
  'emtpedia.import': {
    after: ['faq.import', 'emtpedia.create'],
    body: {
      file: 'data:text/csv;base64,U2x1ZyxUZXJtLERlZmluaXRpb24KaXN0aWxhaC1jb250b2gtaW1wb3IsSXN0aWxhaCBjb250b2gsPHA+QXJ0aTwvcD4K',
      mapping: undefined,
    },
  },
  'emtpedia.import-one': { after: ['emtpedia.import'], params: { id: '7' } },
  'category.import': {
    after: ['emtpedia.import', 'category.create'],
    body: {
      file: 'data:text/csv;base64,U2x1ZyxOYW1lLE1vZGVsCmthdGVnb3JpLWNvbnRvaC1pbXBvcixLYXRlZ29yaSBjb250b2gsZmFxCg==',
      mapping: undefined,
    },
  },
  'category.import-one': { after: ['category.import'], params: { id: '8' } },
  'short-link.import': {
    after: ['category.import'],
    body: { file: 'data:text/csv;base64,U2x1ZyxUYXJnZXQKY29udG9oLWltcG9yLGh0dHBzOi8vY29udG9oLnRlc3QvCg==', mapping: undefined },
  },
  'short-link.import-one': { after: ['short-link.import'], params: { id: '9' } },
  'testimony.import': {
    after: ['short-link.import'],
    body: { file: 'data:text/csv;base64,TmFtZSxUZXh0ClNhcmkgRGV3aSxCZWxhamFyIHNhaGFtIGphZGkgbXVkYWgK', mapping: undefined },
  },
  'testimony.import-one': { after: ['testimony.import'], params: { id: '10' } },
  'stock.import-one': { after: ['stock.import'], params: { id: '4' } },
  'bank.import-one': { after: ['bank.import'], params: { id: '2' } },
  'jobs.cancel': { after: ['bank.import'] },
  'jobs.retry': { onlyWith: 'a task that failed' },
  'jobs.undo': { onlyWith: 'a task that imported a file' },
  'jobs.result': { onlyWith: 'a task with a result' },
  'image-loader.show': { onlyWith: 'the address of a picture' },
  'push.subscribe': { onlyWith: 'the address and keys that a browser was given' },
  'push.test': { onlyWith: 'a subscription of this session' },
  'leads.export': { query: { query: 'created_at:2026-11-01..2026-11-30' } },
  'leads.import': { body: { file: 'data:text/csv;base64,bmFtYSx0ZWxwClNhcmkgRGV3aSwwODEyOTg3NjU0MzIK', mapping: undefined } },
  'leads.import-one': { after: ['leads.import-begin'] },
  'leads.import-part': { after: ['leads.import-begin'], body: { number: 0 } },
  'leads.import-finish': { after: ['leads.import-part'], body: { cancelled: false } },
  'leads.import-undo': { after: ['leads.import-finish'] },
  'lead-attachments.content': { after: ['lead-attachments.create'] },
  'lead-attachments.remove': { after: ['lead-attachments.create'], params: { id: '1' }, body: { ids: [1] } },
  // On their second path: what the first has deleted is not there again.
  'leads.remove-etf': { body: { ids: [3] } },
  'lead-attachments.remove-etf': { after: ['lead-attachments.create-etf'], params: { id: '1' }, body: { ids: [2] } },
  'chat-messages.create': { body: { room: '1', content: 'Selamat pagi, Kak', ...nothingElse } },
  'chat-broadcasts.preview': { body: { ids: [1] } },
  'chat-broadcasts.create': {
    body: { ...nothingElse, ids: [1], template: 'sapaan', template_language: 'id', values: [{ value: '{{name}}' }] },
  },
  'chat-broadcasts.one': { after: ['chat-broadcasts.create'], params: { id: '1' } },
  'chat-broadcasts.resume': { after: ['chat-broadcasts.create'], params: { id: '1' } },
  'chat-broadcasts.stop': { after: ['chat-broadcasts.resume'], params: { id: '1' } },
  'chat-messages.reaction': { params: { id: '1' }, body: { emoji: '👍' } },
  'chat-messages.account': { params: { id: demoQuestion }, body: { answer: 'same' } },
  'chat-platform.join': { body: { ids: [1, 2] } },
  'chat-platform.part': { after: ['chat-platform.join'], body: { ids: [1], join: 1 } },
  'chat-platform.media': { onlyWith: 'a message with media' },
  'chat-platform.start': { body: { customer_phone: '6281299991234', contact_name: 'Kak Sari' } },
  'search.everywhere': { query: { search: 'budi' } },
  'simulator.inbox': { query: { member: 1 } },
  'simulator.inbox-read': { body: { member: 1 } },
  'simulator.media': { onlyWith: 'a message with media' },
  'mail-events.receive': { onlyWith: provider },
  'whatsapp.verify': { onlyWith: provider },
  'whatsapp.receive': { onlyWith: provider },
  'tanya-saham-messages.create': { body: { chat: '1', media: undefined, reply_to: undefined } },
  'changes.stream': { query: { sections: 'bank,leads' } },
  'export-chat': { body: { query: 'created_at:2026-11-01..2026-11-30' } },
  'simulator.ask': { body: { member: 1, stock: 'BBCA', content: 'Apa itu dividen?', media: undefined } },
  'simulator.rate': { onlyWith: 'a chat of the member that was answered' },
  'simulator.question-media': { onlyWith: 'a message with a picture' },
  'simulator.classes': { query: { member: 1 } },
  'simulator.token': { query: { member: 1 } },
  'simulator.pushes': { query: { member: 1 } },
  'simulator.events': { query: { member: 1 } },
  'push-notification.test': { onlyWith: 'a browser or phone of the person that takes pushes' },
  'member-app.seen': { body: { ref: aRef }, onlyWith: 'the ref of a popup that is shown' },
  'member-app.click': { body: { ref: aRef }, onlyWith: 'the ref of a for-you that is shown' },
  'member-app.newsletters': { onlyWith: memberToken },
  'member-app.newsletter': { onlyWith: memberToken },
  'member-app.register-device': { onlyWith: memberToken },
  'member-app.forget-device': { onlyWith: memberToken },
  'member-app.push-opened': { body: { ref: aRef }, onlyWith: memberToken },
  'simulator.progress': { onlyWith: 'a lesson that the member may see' },
}

/** Of every import, by verb. */
const ofImports: Readonly<Record<string, CallExample>> = {
  'import-failures': { onlyWith: 'an import with rows that were refused' },
  'import-undo': { onlyWith: 'an import that has ended' },
}

const named = (name = '') => (Object.hasOwn(examples, name) ? examples[name] : undefined)

/** Files of reports name their period. */
const ofReports = ({ reply, listQuery }: Call): CallExample | undefined =>
  reply.of === 'blob' && listQuery?.period ? { query: { period: 'daily', day: wibDay(new Date()) } } : undefined

export function ownExample(call: Call): CallExample {
  const { twinOf, name, action } = call
  const own = named(name) ?? named(twinOf) ?? ofImports[name.split('.')[1] ?? ''] ?? ofReports(call)
  const made = action === 'update' ? named(name.replace('.update', '.create'))?.body : undefined
  return made === undefined ? (own ?? {}) : { body: made, ...own }
}

/** Returns a call's example request. */
export const exampleRequest = (call: Call) => deriveRequest(call, demoSource, ownExample(call))

/** Returns record `n` as the section's form sends it; equal numbers give equal records. */
export const exampleRecord = (section: Section, n: number, source: ExampleSource) => deriveRecord(section, n, source, ownExample)
