import { useId, useState } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { Field } from '#console/ui/field.tsx'
import { RequiredMark } from '#console/ui/required-mark.tsx'
import { ResponsiveDialog } from '#console/ui/responsive-dialog.tsx'
import { showWindow } from '#console/ui/show-window.tsx'
import { Textarea } from '#console/ui/textarea.tsx'
import type { Field as FieldKind } from '#contract/kit/field/field.ts'
import { missingValue } from '#contract/kit/field/problem.ts'
import { fieldLabel } from '../text/labels.ts'
import { problemText } from '../text/problem-text.ts'

interface Props {
  title: string
  detail: string
  name: string
  field: FieldKind
  /** The reason that stands there already. */
  known: string
}

function RemoveWindow({ title, detail, name, field, known, answer }: Props & { answer: (reason: string | null) => void }) {
  const [open, setOpen] = useState(true)
  const [reason, setReason] = useState(known)
  const [isTried, setTried] = useState(false)
  const id = useId()
  const text = reason.trim()
  const close = (given: string | null) => {
    setOpen(false)
    answer(given)
  }
  const missing = problemText(missingValue(name, field), field)
  return (
    <ResponsiveDialog
      role="alertdialog"
      open={open}
      onOpenChange={(next) => !next && close(null)}
      title={title}
      description={detail}
      closeLabel={t('app.close')}
      footer={
        <>
          <Button onClick={() => close(null)}>{t('list.cancel')}</Button>
          <Button variant="destructive" onClick={() => (text ? close(text) : setTried(true))}>
            {t('list.delete')}
          </Button>
        </>
      }
    >
      <div className="px-5 py-4">
        <Field
          id={id}
          label={
            <>
              {fieldLabel(name, field)}
              <RequiredMark />
            </>
          }
          hint={t('kit.removeReason')}
          error={isTried && !text ? missing : undefined}
        >
          <Textarea
            id={id}
            value={reason}
            maxLength={field.max}
            aria-required="true"
            aria-invalid={isTried && !text}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      </div>
    </ResponsiveDialog>
  )
}

/** Asks for the reason of a delete; null where the person goes back. */
export function askReason(props: Props): Promise<string | null> {
  return new Promise((resolve) => {
    showWindow((closed) => (
      <RemoveWindow
        {...props}
        answer={(reason) => {
          resolve(reason)
          closed()
        }}
      />
    ))
  })
}
