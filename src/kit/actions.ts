/** What a list does with records: everything goes through `submit`, so everything may wait for the line. */

import { ApiError } from '#console/data/api-error.ts'
import { postMessage } from '#console/data/messages.ts'
import { OutboxError } from '#console/data/outbox-error.ts'
import { type Submission, submit } from '#console/data/submit.ts'
import { localised } from '#console/i18n/fixed-messages.ts'
import { loadMessages, t } from '#console/i18n/i18n.ts'
import { toRecord } from '#contract/kit/guards.ts'
import type { AnyRow, Section } from '#contract/kit/section.ts'
import { sectionCall } from '#contract/kit/section-calls.ts'

/** The record as the person sees it: what a conflict is merged over, and what a deleted record is made again from. */
export function seen(section: Section, row: AnyRow): { version: number | null; values: Readonly<Record<string, unknown>> } {
  const names = Object.keys(section.fields).filter((name) => Object.hasOwn(row, name))
  return { version: row.version || null, values: Object.fromEntries(names.map((name) => [name, row[name] ?? null])) }
}

const titleOf = (section: Section, row: AnyRow) => String(row[section.title] ?? row.id)

/** What a person reads when a change could not be kept or sent. */
export async function reasonOf(error: unknown): Promise<string> {
  if (error instanceof ApiError) return localised(error.message)
  if (!(error instanceof OutboxError)) return t('app.wrong')
  await loadMessages('kit')
  return t(`kit.notKept.${error.reason}`)
}

/** The words of a removal's answer: of the first record that was removed, or of the first that was not (domain.md, bank). */
function removalWords(answer: unknown, fallback: string): { text: string; ok: boolean } {
  const { success_entities: done, failed_entities: failed } = toRecord(answer)
  const word = (list: unknown) => {
    const { message } = toRecord(Array.isArray(list) ? list[0] : null)
    return typeof message === 'string' ? message : undefined
  }
  const bad = word(failed)
  return bad === undefined ? { text: word(done) || fallback, ok: true } : { text: bad, ok: false }
}

async function send(submission: Submission, done?: (answer: unknown) => { text: string; ok: boolean }): Promise<boolean> {
  try {
    const { answer } = await submit(submission)
    const said = done?.(answer)
    if (said) postMessage({ kind: said.ok ? 'success' : 'error', text: said.text })
    return said?.ok ?? true
  } catch (error) {
    postMessage({ kind: 'error', text: await reasonOf(error) })
    return false
  }
}

/** As many as one request names with their versions. */
const mostRemoved = 500

function removePart(section: Section, rows: readonly AnyRow[]): Promise<boolean> {
  const first = rows[0]
  const label = first ? (rows.length > 1 ? `${titleOf(section, first)} +${rows.length - 1}` : titleOf(section, first)) : ''
  const base = { version: null, values: {}, each: Object.fromEntries(rows.map((row) => [row.ref, seen(section, row)])) }
  return send({ call: sectionCall(section, 'remove'), touches: rows.map((row) => row.ref), patch: {}, base, label }, (answer) =>
    removalWords(answer, section.removed),
  )
}

/** Removes records in the section's own way. Answers whether they are gone, or will be. */
export async function remove(section: Section, rows: readonly AnyRow[]): Promise<boolean> {
  let all = true
  for (let at = 0; at < rows.length; at += mostRemoved) all = (await removePart(section, rows.slice(at, at + mostRemoved))) && all
  return all
}

/** Turns a switch to a value. By 'put' it is an update of the record; otherwise the switch has a call of its own. */
export function turn(section: Section, name: string, row: AnyRow, on: boolean): Promise<boolean> {
  const way = section.switches[name]
  const common = { touches: [row.ref], label: titleOf(section, row), base: seen(section, row) }
  if (way?.by === 'put') {
    return send({ ...common, call: sectionCall(section, 'update'), params: { id: row.ref }, patch: { [name]: on } })
  }
  const call = sectionCall(section, `switch.${name}`)
  if (way?.by === 'get') return send({ ...common, call, params: { id: row.ref }, patch: {} })
  return send({ ...common, call, patch: { id: row.ref, [way?.key ?? name]: on } })
}

/** The record `from` takes the place of `to`. Rejects when it could not be kept. */
export async function swap(section: Section, from: AnyRow, to: AnyRow): Promise<void> {
  const kept = await send({
    call: sectionCall(section, 'swap'),
    touches: [from.ref, to.ref],
    patch: { from: from.ref, to: to.ref },
    label: titleOf(section, from),
  })
  if (!kept) throw new Error('not kept')
}
