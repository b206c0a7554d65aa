/** Runs a section's additional calls in one way, so that messages, waiting and refusals are alike. */
import { ApiError } from '#console/data/api/api-error.ts'
import { postMessage } from '#console/data/base/messages.ts'
import { submit } from '#console/data/writes/submit.ts'
import { localised } from '#console/i18n/fixed-messages.ts'
import { loadMessages, t } from '#console/i18n/i18n.ts'
import type { FieldProblem } from '#contract/kit/field/errors.ts'
import { toRecord, toText } from '#contract/kit/field/guards.ts'
import type { Call } from '#contract/kit/section/call.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { getBaseVersion, labelOf, resultLines } from '../actions/actions.ts'
import { type Part, showOutcome, submitBulk } from '../actions/submit-bulk.ts'
import { awaitOutcome } from '../form/values/save-outcome.ts'
import { reasonOf } from '../text/reason.ts'
import { refusalText } from '../text/refusal-text.ts'
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

/** Why a call was refused: its words, and the problems by field. */
export interface CallRefusal {
  message: string
  fields: Readonly<Record<string, FieldProblem>>
}

/**
 * Runs the call `name` for the record of a window, and waits for the verdict while there is a network. Returns null once it is done or
 * waits, which a message says; a refusal leaves nothing behind, because the window still holds what was entered.
 */
export async function runInWindow(
  section: Section,
  name: string,
  row: AnyRow,
  { values, isCorrection }: { values: Values; isCorrection: boolean },
): Promise<CallRefusal | null> {
  await loadMessages('kit')
  const call = sectionCall(section, name)
  const [part] = partsOf(section, call, [row], values)
  if (!part) return null
  const lines = [titleOf(section, row)]
  try {
    const { id, response } = await submit({ ...part.submission, isCorrection })
    const outcome = await awaitOutcome(id)
    if (outcome.is === 'rejected') return { message: refusalText(outcome), fields: outcome.fields ?? {} }
    const words = outcome.is === 'done' ? (outcome.message ?? toText(toRecord(response).message)) : ''
    if (outcome.is === 'done') postMessage({ kind: 'success', text: call.success || localised(words) || t('kit.saved'), lines })
    else postMessage({ kind: 'info', text: t('kit.savedHere'), lines })
    return null
  } catch (error) {
    return { message: await reasonOf(error), fields: (error instanceof ApiError && error.fields) || {} }
  }
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
