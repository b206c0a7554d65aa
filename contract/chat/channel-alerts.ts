/** States of accounts, numbers and templates that need somebody (docs/product/whatsapp.md#states). */
import { toText } from '../kit/field/guards.ts'

export const channelAlerts = [
  ...['templateRejected', 'templatePaused', 'templateDisabled', 'templateFlagged', 'templateQuality', 'templateBecomes', 'templateIs'],
  ...['accountOffSoon', 'accountOff', 'accountRejected', 'accountAlert', 'disconnected', 'violation', 'callsUnanswered'],
  ...[
    'restricted',
    'restrictedTemplates',
    'restrictedAll',
    'numberQuality',
    'limitLowered',
    'nameRejected',
    'pinChanged',
    'pinAsked',
    'securityEvent',
    'form',
  ],
] as const
export type ChannelAlert = (typeof channelAlerts)[number]

export const isChannelAlert = (value: unknown): value is ChannelAlert => channelAlerts.some((known) => known === value)

/** Nothing ends what these tell, so they need somebody for some days. */
const passing: ReadonlySet<ChannelAlert> = new Set([
  ...([
    'templateBecomes',
    'templateIs',
    'violation',
    'callsUnanswered',
    'limitLowered',
    'pinChanged',
    'pinAsked',
    'securityEvent',
  ] as const),
])
const passingMs = 14 * 86_400_000

/** A state as it is stored: `subject` is a template's name and language, or the id of a form. */
export interface AlertedState {
  subject: string
  value: Readonly<Record<string, unknown>>
  /** ISO 8601. */
  at: string
}

/** What a state needs somebody for; null where nothing is wrong, or not any more. `now`: milliseconds. */
export function openAlert({ value, at }: AlertedState, now: number): ChannelAlert | null {
  const { alert, until } = value
  if (!isChannelAlert(alert)) return null
  if (passing.has(alert) && Date.parse(at) < now - passingMs) return null
  return typeof until === 'string' && Date.parse(until) < now ? null : alert
}

/** Steps of the limit of people a day, from the lowest. */
const steps = ['TIER_50', 'TIER_250', 'TIER_1K', 'TIER_2K', 'TIER_10K', 'TIER_100K', 'TIER_UNLIMITED']

/** People a day; infinite for no limit, null for what is none. */
export function limitOf(limit: unknown): number | null {
  const text = toText(limit)
  if (text === 'TIER_UNLIMITED') return Number.POSITIVE_INFINITY
  if (steps.includes(text)) return Number(text.slice(5).replace('K', '000'))
  return /^\d{1,9}$/.test(text) ? Number(text) : null
}
