import { t } from '#console/i18n/i18n.ts'
import type { InputProps } from '#console/kit/form/values/tools.ts'
import { insertText, putCaretAtEnd } from '#console/kit/text/insert-text.ts'
import { Button } from '#console/ui/button.tsx'
import { describedBy } from '#console/ui/field.tsx'
import { Textarea } from '#console/ui/textarea.tsx'
import { toText } from '#contract/kit/field/guards.ts'
import { autoTextVariables } from '#contract/sections/other/auto-text.ts'

/** Values of variables in the preview. */
const samples: Readonly<Record<string, string>> = { customer_name: 'Budi Santoso', sales_name: 'Sari', product: 'EMT' }

/** A text with buttons that insert variables at the cursor. */
export function AutoTextInput({ id, name, value, onChange, onBlur, invalid, disabled }: InputProps) {
  function insert(variable: string) {
    const box = document.getElementById(id)
    if (box instanceof HTMLTextAreaElement) insertText(box, `{${variable}}`)
  }
  return (
    <div className="flex flex-col gap-2">
      <Textarea
        ref={putCaretAtEnd}
        id={id}
        name={name}
        rows={6}
        disabled={disabled}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy(id)}
        value={toText(value)}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={onBlur}
      />
      <div className="flex flex-wrap items-center gap-1.5">
        <span className="text-xs text-muted-foreground">{t('sections.insert')}</span>
        {autoTextVariables.map((variable) => (
          <Button key={variable} size="small" disabled={disabled} onClick={() => insert(variable)}>
            {`{${variable}}`}
          </Button>
        ))}
      </div>
    </div>
  )
}

/** Preview for a customer, with sample values of the variables. */
export function AutoTextPreview({ text }: { text: string }) {
  const filled = text.replace(/\{(\w+)\}/g, (match, name: string) => samples[name] ?? match)
  return (
    <figure className="flex flex-col gap-2 rounded-lg bg-muted p-4 sm:col-span-2">
      <figcaption className="text-xs text-muted-foreground">{t('sections.preview')}</figcaption>
      <p
        dir="auto"
        className="w-fit max-w-md whitespace-pre-wrap break-words rounded-xl rounded-es-sm bg-card px-3 py-2 text-sm shadow-raised"
      >
        {filled || '…'}
      </p>
    </figure>
  )
}
