/** Reason of a refusal, translated where the server sends a code, else in its own words. */
import type { RefusedName } from '#console/data/outbox/row/types.ts'
import { localised } from '#console/i18n/fixed-messages.ts'
import { getLocale, has, t } from '#console/i18n/i18n.ts'
import type { MessageId } from '#console/i18n/message-id.ts'
import { isRecord, toRecord, toText } from '#contract/kit/field/guards.ts'
import { choiceLabel } from './labels.ts'

const isWritten = (id: string): id is MessageId => has(id)

/** 'Leads: 12 and Chat platform: 3', in the server's order, highest first. */
function usesText(uses: unknown): string {
  const places = Object.entries(toRecord(uses)).map(([section, count]) =>
    t('refusal.use', { section: t(`nav.${section}`), count: Number(count) }),
  )
  return new Intl.ListFormat(getLocale(), { type: 'conjunction' }).format(places)
}

/** `reason`: as received. The catalog is `kit`; until it is loaded, the server's words. */
export function refusalText({ message, reason }: { message: string; reason?: unknown }): string {
  const { code, params, uses } = toRecord(reason)
  const id = `refusal.${toText(code)}`
  if (!isRecord(reason) || !isWritten(id)) return localised(message)
  const values = Object.entries(toRecord(params)).map(([name, value]): [string, string | number] => [
    name,
    typeof value === 'number' ? value : name === 'state' ? choiceLabel(value) : toText(value),
  ])
  return t(id, { ...Object.fromEntries(values), ...(isRecord(uses) && { uses: usesText(uses) }) })
}

const maxNamed = 5

/** The first refusal (docs/product/messages.md#failed-calls), then each refused record by name with its reason. */
export function refusedText(refused: readonly RefusedName[]): { text: string; lines?: readonly string[] } {
  const first = refused.find(({ message }) => message)
  const named = refused.filter(({ name }) => name)
  const lines = named
    .slice(0, maxNamed)
    .map((each) => (named.length > 1 && each.message ? `${each.name}: ${refusalText(each)}` : each.name))
  const rest = named.length - lines.length
  return {
    text: first ? refusalText(first) : t('app.wrong'),
    ...(lines.length > 0 && { lines: rest > 0 ? [...lines, `+${rest}`] : lines }),
  }
}
