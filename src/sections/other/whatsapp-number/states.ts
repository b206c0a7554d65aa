/** States of WhatsApp as the settings show them: what each is called, what it says, and how it stands. */
import { has, t } from '#console/i18n/i18n.ts'
import { formatDateTime, formatNumber } from '#console/kit/text/format.ts'
import { toneOf } from '#console/kit/text/tone.ts'
import { limitOf } from '#contract/chat/channel-alerts.ts'
import type { Tone } from '#contract/kit/field/tone.ts'
import { stateCode } from '#contract/sections/other/whatsapp-number.ts'

export interface ChannelState {
  id: number
  name: string | null
  account: string
  number: number | null
  kind: string
  subject: string | null
  alert: string | null
  words: readonly { language: string; said: string; todo: string }[]
  values: readonly { name: string; value: string | null }[]
  at: string
}

/** Groups in which a state stands, in their order. */
export const groups = ['number', 'account', 'template', 'form'] as const
export type Group = (typeof groups)[number]

/** The value that is a state's badge, `or` that of an event; kinds without one are words alone. Others that come are shown under their own names. */
const kinds: Readonly<Record<string, { group: Group; badge?: string; or?: string }>> = {
  quality: { group: 'number', badge: 'rating', or: 'event' },
  limit: { group: 'number', badge: 'limit' },
  name: { group: 'number', badge: 'decision' },
  security: { group: 'number', badge: 'event' },
  calls: { group: 'number', badge: 'status' },
  username: { group: 'number', badge: 'status' },
  history: { group: 'number', badge: 'isShared' },
  review: { group: 'account', badge: 'decision' },
  capability: { group: 'account', badge: 'limit' },
  ban: { group: 'account', badge: 'state' },
  restriction: { group: 'account', badge: 'type' },
  violation: { group: 'account', badge: 'type' },
  connection: { group: 'account', badge: 'reason' },
  alert: { group: 'account', badge: 'alert_status' },
  template: { group: 'template', badge: 'event' },
  templateQuality: { group: 'template', badge: 'new_quality_score' },
  templateCategory: { group: 'template', badge: 'new_category' },
  form: { group: 'form', badge: 'new_status' },
}

/** Says only that a list was read again. */
export const isShown = ({ kind }: Pick<ChannelState, 'kind'>) => kind !== 'templateParts'

export const groupOf = ({ kind, number }: Pick<ChannelState, 'kind' | 'number'>): Group =>
  kinds[kind]?.group ?? (number === null ? 'account' : 'number')

/** Codes that mean the same to a person. */
const sameAs: Readonly<Record<string, string>> = {
  ...{ GREEN: 'UNFLAGGED', RED: 'FLAGGED', DECLINED: 'REJECTED', DISABLE: 'DISABLED', IN_APPEAL: 'PENDING', DEFERRED: 'PENDING' },
  ...{ REINSTATED: 'APPROVED', UNARCHIVED: 'APPROVED', PIN_REQUEST_SUCCESS: 'PIN_CHANGED' },
}
const codeOf = (word: string) => sameAs[word.toUpperCase()] ?? word.toUpperCase()

/** WhatsApp's own word where ours has none. */
function wordOf(word: string): string {
  const id = `whatsapp-number.code.${codeOf(word)}`
  return has(id) ? t(id as 'whatsapp-number.code.FLAGGED') : word
}

const labels: Readonly<Record<string, string>> = {
  ...{ templateQuality: 'quality', templateCategory: 'category', template: 'status', form: 'status', capability: 'limit' },
}

export function kindLabel(kind: string): string {
  const id = `whatsapp-number.state.${labels[kind] ?? kind}`
  return has(id) ? t(id as 'whatsapp-number.state.limit') : kind
}

function limitWords(limit: string): string {
  const people = limitOf(limit)
  if (people === null) return limit
  if (!Number.isFinite(people)) return t('whatsapp-number.limit.none')
  return t('whatsapp-number.limit.people', { count: people, shown: formatNumber(people) })
}

/** Its badge: what WhatsApp says, in words. Null where it says nothing, so that all is well. */
export function badgeOf(state: ChannelState): { label: string; tone: Tone } | null {
  const { kind } = state
  const { badge, or } = kinds[kind] ?? {}
  const find = (wanted: string | undefined) => state.values.find(({ name }) => name === wanted)?.value
  const code = find(badge) ?? find(or) ?? ''
  if (!code) {
    const isOver = (kind === 'ban' || kind === 'connection') && !state.values.length
    return isOver ? { label: t('whatsapp-number.state.well'), tone: 'good' } : null
  }
  const isLimit = badge === 'limit'
  const tone = toneOf(codeOf(code), stateCode)
  return { label: isLimit ? limitWords(code) : wordOf(code), tone: state.alert !== null && tone === 'neutral' ? 'warning' : tone }
}

const times = new Set(['until', 'date'])
/** Of no use to a person beside what is said already. */
const silent = new Set(['isOff', 'alert_severity', 'title', 'max_phone_numbers_per_business', 'max_phone_numbers_per_waba'])
const details: Readonly<Record<string, string>> = {
  ...{
    rejection_reason: 'reason',
    disable_date: 'date',
    previous_quality_score: 'before',
    previous_category: 'before',
    old_status: 'before',
  },
}

function detailWords(name: string, value: string): string {
  const isTime = times.has(name) && /^\d{4}-\d\d-\d\dT/.test(value)
  const words = isTime
    ? formatDateTime(value)
    : name === 'description' || name === 'detail' || name === 'recommendation'
      ? value
      : wordOf(value)
  const id = `whatsapp-number.detail.${details[name] ?? name}`
  return has(id) ? t(id as 'whatsapp-number.detail.reason', { value: words }) : words
}

/** What else WhatsApp says, a sentence each. */
export function detailsOf(state: ChannelState): string[] {
  const badge = kinds[state.kind]?.badge
  // The badge says more than the name of the event.
  const isSaid = badgeOf(state) !== null
  return state.values.flatMap(({ name, value }) =>
    name === badge || (name === 'event' && isSaid) || silent.has(name) || !value || value === 'NONE' ? [] : [detailWords(name, value)],
  )
}

/** A template's name with its language, or a form's id. */
export function subjectOf({ kind, subject }: ChannelState): string {
  const group = kinds[kind]?.group
  if (!subject || (group !== 'template' && group !== 'form')) return ''
  const [name, language] = subject.split(' ')
  return language ? `${name} (${language})` : subject
}
