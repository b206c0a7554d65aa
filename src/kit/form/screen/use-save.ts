import { type FormEvent, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { ApiError } from '#console/data/api/api-error.ts'
import { postMessage } from '#console/data/base/messages.ts'
import { useStore } from '#console/data/base/store.ts'
import { progressStore } from '#console/data/query/upload-progress.ts'
import { type Submission, submit } from '#console/data/writes/submit.ts'
import type { FieldProblem } from '#contract/kit/field/errors.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { writeCall } from '#contract/kit/section/section-calls.ts'
import { getBaseVersion } from '../../actions/actions.ts'
import { lastCreatedStore } from '../../text/last-created.ts'
import { useMay } from '../../text/permissions.ts'
import { problemText } from '../../text/problem-text.ts'
import { reasonOf } from '../../text/reason.ts'
import { refusalText } from '../../text/refusal-text.ts'
import { awaitOutcome } from '../values/save-outcome.ts'
import { buildSavedMessage } from '../values/saved-message.ts'
import type { FormValues } from '../values/tools.ts'
import type { SavedWork } from '../values/use-after-save.ts'
import { changedFields } from '../values/values.ts'

/** Builds a save's submission: the changed fields, and the base that the person saw. */
export function toSubmission(section: Section, record: AnyRow | null, values: Readonly<FormValues>): Submission | null {
  const label = toText(values[section.title] ?? record?.[section.title])
  if (!record) return { call: writeCall(section, 'create', values), patch: values, label }
  const patch = changedFields(section.fields, record, values)
  if (!Object.keys(patch).length) return null
  return {
    call: writeCall(section, 'update', record),
    params: { id: record.ref },
    touches: [record.ref],
    patch,
    base: getBaseVersion(section, record),
    label,
  }
}

/** Message for a new record in place of 'Saved'; undefined keeps that. */
export type CreateWords = (values: Readonly<FormValues>) => string | undefined

/** Asks before a save that has consequences, such as one that sends; false keeps the form as it is. */
export type ConfirmSave = (values: Readonly<FormValues>, record: AnyRow | null) => Promise<boolean>

interface SaveSteps {
  /** Gets the ref of a record that is saved or waits, before the form closes. */
  afterSave: SavedWork
  /** Leaves the form where it closes; resolves when the next screen is there. */
  onSaved: () => Promise<void>
  toldAfterCreate?: CreateWords | undefined
  confirmSave?: ConfirmSave | undefined
}

/** Milliseconds within which a second press is ignored (docs/product/forms.md#second-press). */
const doublePress = 1_000

/** Validates, saves and shows the result. On failure the form keeps its input. */
export function useSave(form: UseFormReturn<FormValues>, section: Section, record: AnyRow | null, steps: SaveSteps) {
  const { afterSave, onSaved, toldAfterCreate, confirmSave } = steps
  const { update } = useMay(section)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [sending, setSending] = useState('')
  const started = useRef(Number.NEGATIVE_INFINITY)
  // Until the next screen is there: another press on a form that closes would make a second record.
  const isSaving = useRef(false)

  function showFields(fields: Readonly<Record<string, FieldProblem>>): boolean {
    const known = Object.entries(fields).filter(
      ([path]) => path.split('.')[0] !== undefined && Object.hasOwn(section.fields, path.split('.')[0] ?? ''),
    )
    for (const [index, [path, each]] of known.entries()) {
      form.setError(path, { type: each.code, message: problemText(each) }, { shouldFocus: index === 0 })
    }
    return known.length > 0
  }

  async function save(values: FormValues): Promise<void> {
    started.current = performance.now()
    const submission = toSubmission(section, record, values)
    if (submission && confirmSave && !(await confirmSave(values, record))) {
      // Who thinks again is not held up.
      started.current = Number.NEGATIVE_INFINITY
      return
    }
    isSaving.current = true
    setBusy(true)
    setProblem(null)
    try {
      if (!submission) return await onSaved()
      const { id, ref } = await submit(submission)
      setSending(id)
      const outcome = await awaitOutcome(id)
      if (outcome.is === 'rejected') {
        if (!(outcome.fields && showFields(outcome.fields))) setProblem(refusalText(outcome))
        return
      }
      await afterSave(ref)
      if (!record && outcome.is === 'done') lastCreatedStore.set({ section: section.name, ref })
      const notified = !record && outcome.is === 'done' ? toldAfterCreate?.(values) : undefined
      const isFinal = confirmSave !== undefined
      postMessage(
        buildSavedMessage({ section, ref, before: record, patch: submission.patch, outcome, mayEdit: update, words: notified, isFinal }),
      )
      await onSaved()
    } catch (error) {
      const named = error instanceof ApiError && error.fields ? showFields(error.fields) : false
      if (!named) setProblem(await reasonOf(error))
    } finally {
      isSaving.current = false
      setBusy(false)
      setSending('')
    }
  }

  const submitForm = form.handleSubmit(save)
  return {
    busy,
    /** Percent of the files that are sent; undefined where none are. */
    percent: useStore(progressStore, (all) => all[sending]),
    problem,
    submit: (event?: FormEvent) => {
      event?.preventDefault()
      if (!isSaving.current && performance.now() - started.current > doublePress) void submitForm()
    },
  }
}
