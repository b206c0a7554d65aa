import { useNavigate } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { request } from '#console/data/api/request.ts'
import { useSession } from '#console/data/api/session.ts'
import { postMessage } from '#console/data/base/messages.ts'
import { submit } from '#console/data/writes/submit.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { toSubmission } from '#console/kit/form/screen/use-save.ts'
import { draftKey, dropDraft, writeDraft } from '#console/kit/form/values/draft.ts'
import { formPath } from '#console/kit/form/values/prefill.ts'
import { awaitOutcome } from '#console/kit/form/values/save-outcome.ts'
import type { FormValues } from '#console/kit/form/values/tools.ts'
import { reasonOf } from '#console/kit/text/reason.ts'
import { refusalText } from '#console/kit/text/refusal-text.ts'
import { addLink } from '#console/kit/text/section-link.ts'
import { Alert } from '#console/ui/alert.tsx'
import { Button } from '#console/ui/button.tsx'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { newsletter, newsletterTest } from '#contract/sections/promotion/newsletter.ts'

/** Saves the newsletter as it is, without sending it to anybody, and mails it to the person who asks. */
export function TestButton({ record }: { record: AnyRow | null }) {
  useLocale()
  const { handleSubmit, reset, setValue, formState } = useFormContext<FormValues>()
  const { isDirty } = formState
  const { session } = useSession()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  /** Returns the ref of what the server holds; null where it has not got it. */
  async function store(values: FormValues): Promise<string | null> {
    // What is chosen but not confirmed does not begin by a test.
    const kept = { ...values, status: record?.status ?? 'draft' }
    const submission = record && !isDirty ? null : toSubmission(newsletter, record, kept)
    if (!submission) return record?.ref ?? null
    const { id, ref } = await submit(submission)
    const outcome = await awaitOutcome(id)
    if (outcome.is === 'rejected') setProblem(refusalText(outcome))
    if (outcome.is !== 'done') {
      if (outcome.is === 'kept') setProblem(t('newsletter.test.offline'))
      return null
    }
    dropDraft(draftKey(formPath(newsletter, record?.ref ?? null, {})))
    // The choice to send stays in the form, unsaved.
    if (record) {
      reset(kept)
      setValue('status', values.status, { shouldDirty: true })
    } else {
      writeDraft(draftKey(formPath(newsletter, ref, {})), newsletter, values, kept, null)
      reset(values)
      void navigate({ ...addLink('newsletter', { draft: ref }), replace: true })
    }
    return ref
  }

  async function test(values: FormValues): Promise<void> {
    setBusy(true)
    setProblem(null)
    try {
      const ref = await store(values)
      if (!ref) return
      const { message } = await request<{ message: string }>(newsletterTest, { params: { id: ref } })
      postMessage({ kind: 'success', text: message })
    } catch (error) {
      setProblem(await reasonOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="grid justify-items-start gap-2 sm:col-span-2">
      <Button busy={isBusy} onClick={() => void handleSubmit(test, () => setProblem(t('newsletter.test.invalid')))()}>
        <Send className="rtl:-scale-x-100" />
        {t('newsletter.test')}
      </Button>
      <p className="text-sm text-muted-foreground">{t('newsletter.test.hint', { email: session?.user.email ?? '' })}</p>
      {problem && <Alert tone="danger">{problem}</Alert>}
    </div>
  )
}
