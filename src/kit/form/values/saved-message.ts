/** What a person reads of a save, with the ways on from it (docs/product/messages.md#saved). */

import { type DataMessage, type MessageButton, postMessage } from '#console/data/base/messages.ts'
import { serverNow } from '#console/data/base/server-clock.ts'
import { t } from '#console/i18n/i18n.ts'
import { isFile } from '#contract/kit/field/kind.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { formatDateTime } from '../../text/format.ts'
import { reasonOf } from '../../text/reason.ts'
import { recordPath } from '../../text/section-link.ts'
import type { SaveOutcome } from './save-outcome.ts'
import { changedFields, startValues } from './values.ts'

type Values = Readonly<Record<string, unknown>>

interface Save {
  section: Section
  ref: string
  /** The record as it was; null for a new one. */
  before: AnyRow | null
  /** What was changed. */
  patch: Values
  outcome: Exclude<SaveOutcome, { is: 'rejected' }>
  mayEdit: boolean
  /** Words in place of 'Saved'. */
  words?: string | undefined
  /** The save sends something to others, which no later change takes back. */
  isFinal?: boolean
}

/** Says when readers see a record whose publication was changed; undefined where there is nothing to say. */
function publicationText({ section: { fields }, patch }: Save, row: AnyRow | null): string | undefined {
  const isChanged = Object.hasOwn(patch, 'status') || Object.hasOwn(patch, 'published_at')
  if (!row || !isChanged || !fields.state || !fields.published_at) return undefined
  if (row.state === 'published') return t('kit.published')
  return row.state === 'scheduled' && typeof row.published_at === 'string'
    ? t('kit.scheduledFor', { at: formatDateTime(row.published_at) })
    : undefined
}

/** Fields that a save decides: those of its patch, and those that are there only by them, which the server may have set. */
const decidedNames = ({ fields }: Section, patch: Values) =>
  Object.entries(fields).flatMap(([name, { shownWhen, readOnly }]) =>
    Object.hasOwn(patch, name) || (!readOnly && shownWhen && Object.hasOwn(patch, shownWhen.field)) ? [name] : [],
  )

/** Nothing is published at a time that is past, so a record that was withdrawn cannot go back to its own. */
const isPastPublishing = ({ fields }: Section, { published_at }: Values) =>
  fields.state !== undefined && typeof published_at === 'string' && Date.parse(published_at) < serverNow()

/** Changes that bring earlier values back; null where one of them is not known here, or would be refused. */
export function earlierValues(section: Section, before: AnyRow, after: AnyRow, patch: Values): Values | null {
  const names = decidedNames(section, patch)
  const isKnown = (name: string) => {
    const field = section.fields[name]
    return field !== undefined && !isFile(field.kind) && field.kind !== 'files' && !field.adds && Object.hasOwn(before, name)
  }
  if (!Object.keys(patch).every((name) => names.includes(name)) || !names.every(isKnown)) return null
  if (names.some((name) => section.fields[name]?.kind === 'secret')) return null
  const values = Object.entries(changedFields(section.fields, after, startValues(section.fields, before)))
  const earlier = Object.fromEntries(values.filter(([name]) => names.includes(name)))
  return Object.keys(earlier).length && !isPastPublishing(section, earlier) ? earlier : null
}

/** Whether the server took a switch for a request, such as one for a push, and turned it off again. */
const isRequest = ({ fields }: Section, patch: Values, after: Values) =>
  Object.keys(patch).some((name) => fields[name]?.kind === 'flag' && patch[name] === true && after[name] === false)

async function report(work: () => Promise<string | null>): Promise<void> {
  try {
    const undone = await work()
    if (undone) postMessage({ kind: 'info', text: undone })
  } catch (error) {
    postMessage({ kind: 'error', text: await reasonOf(error) })
  }
}

/** Takes a change back that still waits; the server may have it by now. */
async function discardWaiting(id: string): Promise<string | null> {
  const { discardById } = await import('#console/data/writes/actions.ts')
  const result = await discardById(id)
  if (result === 'ok') return t('kit.undone')
  postMessage({ kind: 'info', message: result === 'sent' ? 'outbox.wasSent' : 'outbox.isGone' })
  return null
}

function undoOf({ section, before, patch, outcome, isFinal }: Save): MessageButton | null {
  // A form of settings stays open, with a way back of its own.
  if (!before || isFinal || section.kind === 'setting') return null
  const label = t('kit.undo')
  if (outcome.is === 'kept') {
    const { id } = outcome
    return id ? { label, run: () => void report(() => discardWaiting(id)) } : null
  }
  const { row } = outcome
  const earlier = row && !isRequest(section, patch, row) && earlierValues(section, before, row, patch)
  if (!row || !earlier) return null
  const restore = async () => {
    const { setAll } = await import('../../actions/actions.ts')
    // Says itself what came of it: somebody may have changed the record meanwhile.
    await setAll(section, [row], earlier, 'kit.undone')
    return null
  }
  return { label, run: () => void report(restore) }
}

/** Builds the message of a save that is done or waits. */
export function buildSavedMessage(save: Save): Omit<DataMessage, 'id'> {
  const { section, ref, outcome } = save
  const isDone = outcome.is === 'done'
  const text = save.words ?? (isDone ? (publicationText(save, outcome.row) ?? t('kit.saved')) : t('kit.savedHere'))
  if (section.kind === 'setting' || !section.hasPage) return { kind: 'success', text }
  const view: MessageButton = { label: t('kit.view'), path: recordPath(section.name, ref, save.mayEdit) }
  const undo = undoOf(save)
  return { kind: 'success', text, buttons: undo ? [undo, view] : [view] }
}
