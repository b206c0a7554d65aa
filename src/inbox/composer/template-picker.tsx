import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, FileText, SendHorizontal } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { request } from '#console/data/api/request.ts'
import type { Room } from '#console/data/chat/rooms.ts'
import type { Template as FilledTemplate } from '#console/data/chat/write.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { localised } from '#console/i18n/fixed-messages.ts'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { EmptyState } from '#console/ui/empty-state.tsx'
import { Field } from '#console/ui/field.tsx'
import { Input } from '#console/ui/input.tsx'
import { Skeleton } from '#console/ui/skeleton.tsx'
import { templates } from '#contract/chat/messages.ts'
import { roomName } from '../room/room.ts'
import { isFilled, startValues, type Template, templateParts, templateText } from './templates.ts'

interface Props {
  room: Room
  onSend: (template: FilledTemplate) => Promise<void> | void
}

function Body({ template, values = [] }: { template: Template; values?: readonly string[] }) {
  return (
    <bdi dir="auto" className="block whitespace-pre-wrap [overflow-wrap:anywhere]">
      {templateParts(template.body).map(({ text, place, at }) =>
        place === null ? (
          text
        ) : (
          <span key={at} className="rounded-sm bg-primary-soft px-1 font-medium text-primary-text">
            {values[place - 1]?.trim() || text}
          </span>
        ),
      )}
    </bdi>
  )
}

function Fill({ template, room, onBack, onSend }: Props & { template: Template; onBack: () => void }) {
  const id = useId()
  const [values, setValues] = useState(() => startValues(template, roomName(room)))
  const [busy, setBusy] = useState(false)
  async function send(event: FormEvent) {
    event.preventDefault()
    if (!isFilled(template, values)) return
    setBusy(true)
    const filled = values.map((value) => value.trim())
    await onSend({ name: template.name, language: template.language, values: filled, text: templateText(template, filled) })
    setBusy(false)
  }
  return (
    <form className="flex flex-col gap-3 p-3" onSubmit={(event) => void send(event)}>
      <div className="flex items-center gap-1">
        <Button variant="quiet" size="smallIcon" aria-label={t('app.back')} onClick={onBack}>
          <ArrowLeft aria-hidden="true" className="rtl:-scale-x-100" />
        </Button>
        <p className="min-w-0 flex-1 truncate text-sm font-semibold" dir="ltr">
          {template.name}
        </p>
      </div>
      {values.length > 0 && (
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          {values.map((value, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a place is its number
            <Field key={at} id={`${id}-${at}`} label={t('chat.place', { place: at + 1 })}>
              <Input
                id={`${id}-${at}`}
                dir="auto"
                maxLength={1_000}
                value={value}
                onChange={(event) => setValues(values.map((old, index) => (index === at ? event.currentTarget.value : old)))}
              />
            </Field>
          ))}
        </div>
      )}
      <figure className="flex flex-col gap-1">
        <figcaption className="text-xs text-muted-foreground">{t('chat.preview')}</figcaption>
        <div className="w-fit max-w-full rounded-2xl rounded-se-md bg-[light-dark(oklch(0.94_0.045_158),oklch(0.33_0.055_162))] px-3 py-2 text-base">
          <Body template={template} values={values} />
        </div>
      </figure>
      <Button variant="primary" type="submit" className="self-end" busy={busy} disabled={!isFilled(template, values)}>
        <SendHorizontal aria-hidden="true" className="rtl:-scale-x-100" />
        {t('chat.sendTemplate')}
      </Button>
    </form>
  )
}

/** Chooses, fills in, previews and sends a template, the only message allowed after 24 hours. */
export function TemplatePicker({ room, onSend }: Props) {
  const [chosen, setChosen] = useState<Template | null>(null)
  const [find, setFind] = useState('')
  const number = room.whatsapp_number ?? undefined
  const { data, error, isPending, refetch } = useQuery({
    queryKey: queryKeys.call(templates.name, number ?? ''),
    queryFn: ({ signal }) =>
      request<{ templates: Template[] }>(templates, { query: number === undefined ? {} : { whatsapp_number: String(number) }, signal }),
    staleTime: 5 * 60_000,
    meta: { keep: true },
  })
  if (chosen) return <Fill template={chosen} room={room} onBack={() => setChosen(null)} onSend={onSend} />
  const wanted = find.trim().toLowerCase()
  const all = (data?.templates ?? []).filter(({ name, body }) => `${name} ${body}`.toLowerCase().includes(wanted))
  return (
    <div className="flex min-h-0 flex-col">
      <div className="px-3 pt-3">
        <Input
          type="search"
          value={find}
          placeholder={t('chat.findTemplate')}
          aria-label={t('chat.findTemplate')}
          onChange={(event) => setFind(event.currentTarget.value)}
        />
      </div>
      <ul aria-label={t('chat.templates')} className="max-h-[min(18rem,var(--visible-height)*0.4)] overflow-y-auto p-2">
        {isPending && !error && (
          <li className="flex flex-col gap-2 p-1" aria-busy="true">
            <Skeleton className="h-14" />
            <Skeleton className="h-14" />
          </li>
        )}
        {error && !data && (
          <li className="flex items-center justify-between gap-3 p-2 text-sm">
            {localised(error.message)}
            <Button size="small" onClick={() => void refetch()}>
              {t('app.retry')}
            </Button>
          </li>
        )}
        {data && all.length === 0 && (
          <li>
            <EmptyState icon={FileText} title={t('chat.noTemplates')} />
          </li>
        )}
        {all.map((template) => (
          <li key={`${template.name} ${template.language}`}>
            <button
              type="button"
              onClick={() => setChosen(template)}
              className="flex w-full flex-col gap-0.5 rounded-md px-2.5 py-2 text-start hover:bg-muted touch:min-h-11"
            >
              <span className="flex w-full items-center gap-2 text-sm font-medium" dir="ltr">
                {template.name}
                <span className="text-xs font-normal text-muted-foreground uppercase">{template.language}</span>
              </span>
              <span className="line-clamp-2 text-sm text-muted-foreground">
                <Body template={template} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
