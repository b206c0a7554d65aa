/** Who stops promotions, and takes them again, in WhatsApp (docs/product/whatsapp.md#promotions). */
import { toRecord } from '#contract/kit/field/guards.ts'
import { type Context, type Field, type OurNumber, raw, type Taken } from './context.ts'
import { readList, readText, readTime } from './values.ts'

const maxItems = 20_000
const values: Readonly<Record<string, boolean>> = { stop: true, resume: false }

function take(context: Context, number: OurNumber): readonly Taken[] {
  return readList(context.value.user_preferences, maxItems).flatMap((item): readonly Taken[] => {
    const { wa_id, user_id, parent_user_id, category, value, timestamp } = toRecord(item)
    const from = context.findParty({ phone: wa_id, bsuid: user_id, parent: parent_user_id })
    const said = readText(value, 40)
    const isStopped = Object.hasOwn(values, said) ? values[said] : undefined
    const kept = (outcome: Parameters<typeof raw>[2]) => [raw(context, said || 'nothing', outcome, { list: 'user_preferences', item })]
    if (!from) return kept('malformed')
    if (isStopped === undefined || (category !== undefined && category !== 'marketing_messages')) return kept('logged')
    return [{ type: 'preference', number: number.id, from, isStopped, at: readTime(timestamp) }]
  })
}

export const preferences: Field = { lists: ['user_preferences'], take }
