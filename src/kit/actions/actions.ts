/** Actions of lists on records, all through `submit`, so all of them can wait for the network. */

import { type MessageButton, postMessage } from '#console/data/base/messages.ts'
import { type Submission, submit } from '#console/data/writes/submit.ts'
import { loadMessages, t } from '#console/i18n/i18n.ts'
import { equalValues } from '#contract/kit/field/merge.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { sectionCall, writeCall } from '#contract/kit/section/section-calls.ts'
import { reasonOf } from '../text/reason.ts'
import { titleOf } from '../text/title-of.ts'
import { type Outcome, type Part, showOutcome, submitBulk } from './submit-bulk.ts'

/** The record as the person saw it: base of a conflict's merge, and source of a deleted record's re-creation. */
export function getBaseVersion(section: Section, row: AnyRow): { version: number | null; values: Readonly<Record<string, unknown>> } {
  const names = Object.keys(section.fields).filter((name) => Object.hasOwn(row, name))
  return { version: row.version || null, values: Object.fromEntries(names.map((name) => [name, row[name] ?? null])) }
}

/** One name, or the first and how many more. */
export const labelOf = (names: readonly string[]): string => (names.length > 1 ? `${names[0]} +${names.length - 1}` : (names[0] ?? ''))

/** Beneath the result of an action: the name of one record, or the number of several. */
export const resultLines = (names: readonly string[]): string[] =>
  names.length > 1 ? [t('list.records', { count: names.length })] : [...names]

/** Submits one change and shows an error's reason. Returns whether it is stored or done. */
async function send(submission: Submission): Promise<boolean> {
  try {
    await submit(submission)
    return true
  } catch (error) {
    postMessage({ kind: 'error', text: await reasonOf(error) })
    return false
  }
}

/** Maximum number of records in one removal request. */
const maxRemoved = 500

/** Splits removals into batches of one call, or one call per record where the section removes by path. */
function removals(section: Section, rows: readonly AnyRow[]): Part[] {
  const call = sectionCall(section, 'remove')
  const max = call.offline === 'refuse' && call.removal?.by === 'path' ? 1 : maxRemoved
  const parts = Array.from({ length: Math.ceil(rows.length / max) }, (_, at) => rows.slice(at * max, (at + 1) * max))
  return parts.map((part) => {
    const names = new Map(part.map((row) => [row.ref, titleOf(section, row)]))
    const each = Object.fromEntries(part.map((row) => [row.ref, { ...getBaseVersion(section, row), label: titleOf(section, row) }]))
    const submission = {
      call,
      touches: [...names.keys()],
      patch: {},
      base: { version: null, values: {}, each },
      label: labelOf([...names.values()]),
    }
    return { submission, names }
  })
}

interface Removing {
  /** The way back, where there is one. */
  undoOf?: (outcome: Outcome) => MessageButton | null
  /** Changes that go ahead of the delete, such as its reason. */
  before?: readonly Part[]
}

/**
 * Removes records in the section's format and shows one message with the result: done, refused with reasons, or waiting. Returns true when
 * at least one record is or will be removed.
 */
export async function remove(section: Section, rows: readonly AnyRow[], { undoOf, before = [] }: Removing = {}): Promise<boolean> {
  await loadMessages('kit')
  const outcome = await submitBulk([...before, ...removals(section, rows)])
  const undo = undoOf?.(outcome)
  const rest = { lines: resultLines(rows.map((row) => titleOf(section, row))), ...(undo && { buttons: [undo] as const }) }
  showOutcome(outcome, {
    done: { text: (before.length === 0 && outcome.texts) || section.wire.removed, ...rest },
    waiting: { text: t('kit.deleteWaiting'), ...rest },
  })
  return outcome.done + outcome.waiting > 0
}

type Values = Readonly<Record<string, unknown>>

const changeOf = (section: Section, row: AnyRow, patch: Values): Submission => ({
  call: writeCall(section, 'update', row),
  params: { id: row.ref },
  patch,
  touches: [row.ref],
  label: titleOf(section, row),
  base: getBaseVersion(section, row),
})

/** Updates these fields of one record, such as a choice in its cell. */
export const setValues = (section: Section, row: AnyRow, patch: Values): Promise<boolean> => send(changeOf(section, row, patch))

/** Words of success. */
type Success = 'kit.saved' | 'kit.undone' | 'kit.published'

/**
 * Sets the same values on many records, one change and verdict for each; those with the values already are skipped. Returns true when at
 * least one is or will be changed. `success`: message of success.
 */
export async function setAll(section: Section, rows: readonly AnyRow[], values: Values, success: Success = 'kit.saved'): Promise<boolean> {
  await loadMessages('kit')
  const differs = (row: AnyRow) => Object.entries(values).some(([name, value]) => !equalValues(section.fields[name], row[name], value))
  const changed = rows.filter(differs)
  const parts = changed.map((row) => ({ submission: changeOf(section, row, values), names: new Map([[row.ref, titleOf(section, row)]]) }))
  const outcome = await submitBulk(parts)
  const lines = resultLines(rows.map((row) => titleOf(section, row)))
  const isCounted = success === 'kit.published' && rows.length > 1
  showOutcome(changed.length ? outcome : { ...outcome, done: rows.length }, {
    done: isCounted ? { text: t('kit.publishedMany', { count: rows.length }) } : { text: t(success), lines },
    waiting: { text: t('kit.savedHere'), lines },
  })
  return changed.length === 0 || outcome.done + outcome.waiting > 0
}

/** Sets a switch. With 'put' this is an update of the record; otherwise the switch has its own call. */
export function setSwitch(section: Section, name: string, row: AnyRow, on: boolean): Promise<boolean> {
  const options = section.switches[name]
  const common = { touches: [row.ref], label: titleOf(section, row), base: getBaseVersion(section, row) }
  if (options?.by === 'put') return setValues(section, row, { [name]: on })
  const call = sectionCall(section, `switch.${name}`)
  if (options?.by === 'get') return send({ ...common, call, params: { id: row.ref }, patch: { [name]: on } })
  return send({ ...common, call, patch: { id: row.ref, [options?.key ?? name]: on } })
}

/** Moves `from` to the position of `to`. Rejects when the change was not stored. */
export async function swap(section: Section, from: AnyRow, to: AnyRow): Promise<void> {
  const kept = await send({
    call: sectionCall(section, 'swap'),
    touches: [from.ref, to.ref],
    patch: { from: from.ref, to: to.ref },
    label: titleOf(section, from),
  })
  if (!kept) throw new Error('not kept')
}
