/** Runs a section's additional calls in one way, so that messages, waiting and refusals are alike. */
import { loadMessages, t } from '#console/i18n/i18n.ts'
import type { Call } from '#contract/kit/section/call.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { getBaseVersion, labelOf, resultLines } from '../actions/actions.ts'
import { type Part, showOutcome, submitBulk } from '../actions/submit-bulk.ts'
import { titleOf } from '../text/title-of.ts'

type Values = Readonly<Record<string, unknown>>

/** Builds one request per record where the path names it, else one with all ids in the body. */
function partsOf(section: Section, call: Call, rows: readonly AnyRow[], values: Values): Part[] {
  const part = (some: readonly AnyRow[], patch: Values): Part => {
    const names = new Map(some.map((row) => [row.ref, titleOf(section, row)]))
    const [only] = some
    const base = some.length === 1 && only ? { base: getBaseVersion(section, only) } : {}
    return { submission: { call, touches: [...names.keys()], patch, ...base, label: labelOf([...names.values()]) }, names }
  }
  if (call.path.includes('{id}')) return rows.map((row) => part([row], values))
  const key = call.body && 'ids' in call.body ? 'ids' : 'id'
  return key === 'ids'
    ? [part(rows, { ...values, ids: rows.map(({ ref }) => ref) })]
    : rows.map((row) => part([row], { ...values, id: row.ref }))
}

/**
 * Runs the call `name` for records and shows one message: the base contract's words, else the server's; the refusals; or that it waits.
 * Returns true when it did something.
 */
export async function runCall(section: Section, name: string, rows: readonly AnyRow[], values: Values = {}): Promise<boolean> {
  await loadMessages('kit')
  const call = sectionCall(section, name)
  const outcome = await submitBulk(partsOf(section, call, rows, values))
  const lines = resultLines(rows.map((row) => titleOf(section, row)))
  const shown = call.silent ? { ...outcome, refused: [] } : outcome
  showOutcome(shown, {
    done: { text: call.success || outcome.texts || t('kit.saved'), lines },
    waiting: { text: t('kit.savedHere'), lines },
  })
  return outcome.done + outcome.waiting > 0
}
