import { ArrowLeft, Upload } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { serverNow } from '#console/data/base/server-clock.ts'
import type { FilledTemplate } from '#console/data/chat/write.ts'
import { t } from '#console/i18n/i18n.ts'
import { DateBox } from '#console/kit/parts/date-box.tsx'
import { formatSize } from '#console/kit/text/format-more.ts'
import { fromWibText, toWibText } from '#console/kit/text/wib-text.ts'
import { Alert } from '#console/ui/alert.tsx'
import { Button } from '#console/ui/button.tsx'
import { describedBy, Field } from '#console/ui/field.tsx'
import { Input } from '#console/ui/input.tsx'
import {
  buttonInput,
  filledUrl,
  findProblem,
  headerTypes,
  maxCoupon,
  type Template,
  type TemplateLocation,
  variablesOf,
} from '#contract/chat/template.ts'
import { attach, type Refusal } from './files.ts'
import { TemplatePreview } from './template-preview.tsx'
import { fill, isHeld, newKey, obstacleText, placeLabel, problemText, startValues, type TemplateRoom } from './templates.ts'

interface TextProps {
  id: string
  label: string
  value: string
  max: number
  /** Of this field, in words. */
  error?: string | undefined
  hint?: string | undefined
  direction?: 'ltr'
  onChange: (value: string) => void
}

function TextField({ id, label, value, max, error, hint, direction, onChange }: TextProps) {
  return (
    <Field id={id} label={<bdi>{label}</bdi>} error={error} hint={hint && <bdi className="[overflow-wrap:anywhere]">{hint}</bdi>}>
      <Input
        id={id}
        dir={direction ?? 'auto'}
        maxLength={max}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Field>
  )
}

interface FileProps {
  id: string
  template: Template
  file: File | null
  onChange: (file: File) => void
}

/** The file of a header, checked as those of a message are. */
function FileField({ id, template, file, onChange }: FileProps) {
  const [error, setError] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const types = headerTypes(template) ?? []
  const kind = { IMAGE: 'image', VIDEO: 'video', DOCUMENT: 'document' } as const
  const format = template.header?.format
  const label = format === 'IMAGE' || format === 'VIDEO' ? t(`chat.kind.${kind[format]}`) : 'PDF'
  function refusalText(name: string, why: Refusal): string {
    if (why.is === 'size') return t('chat.fileSize', { name, most: formatSize(why.maxBytes) })
    if (why.is === 'empty') return t('chat.file.empty', { name })
    return problemText({ field: 'media', code: format === 'DOCUMENT' ? 'template_pdf' : 'file_type' })
  }
  async function choose(chosen: File | undefined) {
    if (!chosen) return
    const found = types.includes(chosen.type) ? await attach(chosen) : ({ is: 'type' } as const)
    if ('file' in found) onChange(found.file)
    setError('file' in found ? undefined : refusalText(chosen.name, found))
  }
  return (
    <Field id={id} label={label} error={error}>
      <span className="flex min-w-0 items-center gap-2">
        <Button onClick={() => input.current?.click()} aria-describedby={describedBy(id)}>
          <Upload aria-hidden="true" />
          {t('sending.chooseFile')}
        </Button>
        {file && <bdi className="min-w-0 truncate text-sm text-muted-foreground">{file.name}</bdi>}
      </span>
      <input
        ref={input}
        id={id}
        type="file"
        className="hidden"
        accept={types.join(',')}
        onChange={(event) => void choose(event.currentTarget.files?.[0])}
      />
    </Field>
  )
}

const noPlace: TemplateLocation = { latitude: '', longitude: '', name: '', address: '' }
const placeParts = ['name', 'address', 'latitude', 'longitude'] as const

interface Props {
  template: Template
  room: TemplateRoom
  /** The template was changed since the form was opened: opens it anew. */
  onRenew: (() => void) | null
  onBack: () => void
  /** Label of the button. */
  action: ReactNode
  /** Resolves to whether the message was kept. */
  onSend: (filled: FilledTemplate) => Promise<boolean>
}

/** Fills in a template beside its preview, and sends it once: the key of its message belongs to the form. */
export function TemplateForm({ template, room, onRenew, onBack, action, onSend }: Props) {
  const id = useId()
  const [key] = useState(newKey)
  const [values, setValues] = useState(() => startValues(template, room.customer))
  const [file, setFile] = useState<File | null>(null)
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)
  const { header, body, buttons, offer } = template
  const filled = fill(template, values, file, key)
  const problem = findProblem(template, filled.values, file, serverNow())
  // The customer may stop promotions while it is filled in.
  const held = isHeld(template, room)
  const errorOf = (field: string) => (problem?.field === field && problem.code !== 'required' ? problemText(problem) : undefined)
  async function send(event: FormEvent) {
    event.preventDefault()
    // A second press comes before the first is drawn.
    if (problem || held || onRenew || sending.current) return
    sending.current = true
    setBusy(true)
    if (await onSend(filled)) return
    sending.current = false
    setBusy(false)
  }
  const place = values.location ?? noPlace
  return (
    <form
      className="@container max-h-[min(34rem,var(--visible-height)*0.62)] overflow-y-auto px-3 pt-3"
      onSubmit={(event) => void send(event)}
    >
      <div className="mb-3 flex items-center gap-1">
        <Button variant="quiet" size="smallIcon" aria-label={t('app.back')} onClick={onBack}>
          <ArrowLeft aria-hidden="true" className="rtl:-scale-x-100" />
        </Button>
        <p className="min-w-0 flex-1 truncate text-start text-sm font-semibold">
          <bdi>{template.name}</bdi>
        </p>
      </div>
      {onRenew && (
        <Alert tone="warning" className="mb-3">
          {t('sending.changed')}{' '}
          <Button size="small" onClick={onRenew}>
            {t('sending.renew')}
          </Button>
        </Alert>
      )}
      {held && (
        <Alert tone="warning" className="mb-3">
          {obstacleText(template, room)}
        </Alert>
      )}
      <div className="grid grid-cols-1 gap-4 @2xl:grid-cols-[1fr_20rem]">
        <div className="grid grid-cols-1 content-start gap-3 @md:grid-cols-2">
          {header?.format === 'TEXT' &&
            variablesOf(header.text).map((name) => (
              <TextField
                key={name}
                id={`${id}-header`}
                label={t('sending.header')}
                hint={/^\d+$/.test(name) ? undefined : name}
                max={60}
                value={values.header}
                error={errorOf('template_header')}
                onChange={(value) => setValues({ ...values, header: value })}
              />
            ))}
          {headerTypes(template) && <FileField id={`${id}-file`} template={template} file={file} onChange={setFile} />}
          {header?.format === 'LOCATION' &&
            placeParts.map((part) => (
              <TextField
                key={part}
                id={`${id}-${part}`}
                label={t(`sending.place.${part}`)}
                max={part.endsWith('itude') ? 20 : 1_000}
                {...(part.endsWith('itude') && { direction: 'ltr' as const })}
                value={place[part]}
                error={place[part] ? errorOf(`template_location.${part}`) : undefined}
                onChange={(value) => setValues({ ...values, location: { ...place, [part]: value } })}
              />
            ))}
          {variablesOf(body).map((name, at) => (
            <TextField
              key={name}
              id={`${id}-${name}`}
              label={placeLabel(name)}
              max={1_000}
              value={values.body[at] ?? ''}
              error={errorOf(`values.${at}.value`)}
              onChange={(value) => setValues({ ...values, body: values.body.map((old, index) => (index === at ? value : old)) })}
            />
          ))}
          {buttons.map((button, at) => {
            const input = buttonInput(button)
            const value = values.buttons[at] ?? ''
            return (
              input && (
                <TextField
                  // biome-ignore lint/suspicious/noArrayIndexKey: a button is its position
                  key={at}
                  id={`${id}-button-${at}`}
                  label={input === 'code' ? t('sending.code') : t('sending.urlEnd', { button: button.text })}
                  hint={input === 'url' ? filledUrl(button, value) : undefined}
                  max={input === 'code' ? maxCoupon : 2_000}
                  direction="ltr"
                  value={value}
                  error={errorOf(`template_buttons.${at}`)}
                  onChange={(next) => setValues({ ...values, buttons: { ...values.buttons, [at]: next } })}
                />
              )
            )
          })}
          {offer?.hasEnd && (
            <Field id={`${id}-offer`} label={t('sending.offerUntil')} error={errorOf('template_offer_until')} hint="WIB">
              <DateBox
                id={`${id}-offer`}
                kind="dateTime"
                value={toWibText(values.offerUntil) || (values.offerUntil ?? '')}
                onChange={(text, isValid) => setValues({ ...values, offerUntil: (isValid ? fromWibText(text) : text) || null })}
                pickLabel={t('kit.pickDate')}
                isPlan
              />
            </Field>
          )}
          {problem && errorOf('values') && <p className="text-xs text-danger-text">{errorOf('values')}</p>}
        </div>
        <figure className="flex min-w-0 flex-col gap-1">
          <figcaption className="text-xs text-muted-foreground">{t('chat.preview')}</figcaption>
          <TemplatePreview template={template} values={filled.values} file={file} />
        </figure>
      </div>
      <div className="sticky bottom-0 -mx-3 mt-3 flex justify-end bg-background p-3 in-[[role=dialog]]:bg-popover">
        <Button variant="primary" type="submit" busy={busy} disabled={problem !== null || held || onRenew !== null}>
          {action}
        </Button>
      </div>
    </form>
  )
}
