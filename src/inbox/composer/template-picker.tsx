import { useQuery } from '@tanstack/react-query'
import { FileText, SendHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { request } from '#console/data/api/request.ts'
import type { Room } from '#console/data/chat/rooms.ts'
import type { FilledTemplate } from '#console/data/chat/write.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { localised } from '#console/i18n/fixed-messages.ts'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { EmptyState } from '#console/ui/empty-state.tsx'
import { Input } from '#console/ui/input.tsx'
import { Skeleton } from '#console/ui/skeleton.tsx'
import { templates } from '#contract/chat/messages.ts'
import { readTemplate, type Template } from '#contract/chat/template.ts'
import { roomName } from '../room/room.ts'
import { TemplateForm } from './template-form.tsx'
import { TemplateBody } from './template-preview.tsx'
import { categoryText, isHeld, newsTexts, obstacleText, type TemplateRoom } from './templates.ts'

interface ManyProps {
  room: TemplateRoom
  /** In the form's button. */
  action: ReactNode
  /** Resolves to whether the message was kept: then the form closes. */
  onSend: (template: FilledTemplate) => Promise<boolean>
}

type Props = Pick<ManyProps, 'onSend'> & { room: Room }

const isSame = (one: Template, other: Template) => one.name === other.name && one.language === other.language

function Words({ template, room, news }: { template: Template; room: TemplateRoom; news: readonly string[] }) {
  const obstacle = obstacleText(template, room)
  return (
    <>
      <span className={`flex w-full items-center gap-2 text-sm font-medium ${obstacle ? 'text-muted-foreground' : ''}`}>
        <bdi className="min-w-0 truncate">{template.name}</bdi>
        <span className="text-xs font-normal text-muted-foreground uppercase">{template.language}</span>
        {template.category && <span className="text-xs font-normal text-muted-foreground">{categoryText(template.category)}</span>}
      </span>
      <span className="line-clamp-2 text-sm text-muted-foreground ltr:text-left rtl:text-right">
        <TemplateBody text={template.body} />
      </span>
      {[obstacle, ...news].map((words) =>
        words ? (
          <span key={words} className="text-xs text-warning-text">
            {words}
          </span>
        ) : null,
      )}
    </>
  )
}

const rowClass = 'flex w-full flex-col gap-0.5 rounded-md px-2.5 py-2 text-start touch:min-h-11'

/** The only message allowed after 24 hours. */
export const TemplatePicker = ({ room, onSend }: Props) => (
  <TemplateChoice
    room={{ ...room, customer: roomName(room) }}
    action={
      <>
        <SendHorizontal aria-hidden="true" className="rtl:-scale-x-100" />
        {t('chat.sendTemplate')}
      </>
    }
    onSend={onSend}
  />
)

/** Chooses, fills in, previews and sends a template. Those that cannot be sent say why. */
export function TemplateChoice({ room, action, onSend }: ManyProps) {
  const [chosen, setChosen] = useState<Template | null>(null)
  const [find, setFind] = useState('')
  const number = room.whatsapp_number ?? undefined
  const { data, error, isPending, refetch } = useQuery({
    queryKey: queryKeys.call(templates.name, number ?? ''),
    queryFn: ({ signal }) => {
      const query = { all: 'yes', ...(number !== undefined && { whatsapp_number: String(number) }) }
      return request<{ templates: Readonly<Record<string, unknown>>[] }>(templates, { query, signal })
    },
    // What is kept is shown at once; one that was changed or paused since is seen before it is filled in.
    staleTime: 0,
    meta: { keep: true },
  })
  const rows = data?.templates ?? []
  const all = rows.map(readTemplate)
  const rowsByName = new Map(rows.map((row) => [`${row.name} ${row.language}`, row]))
  const newsOf = ({ name, language }: Template) => newsTexts(rowsByName.get(`${name} ${language}`))
  if (chosen) {
    const now = all.find((one) => isSame(one, chosen))
    return (
      <TemplateForm
        key={chosen.version}
        template={chosen}
        room={room}
        onRenew={now && now.version !== chosen.version ? () => setChosen(now) : null}
        onBack={() => setChosen(null)}
        action={action}
        onSend={async (filled) => {
          const isKept = await onSend(filled)
          if (isKept) setChosen(null)
          return isKept
        }}
      />
    )
  }
  const wanted = find.trim().toLowerCase()
  const matching = all.filter(({ name, body }) => `${name} ${body}`.toLowerCase().includes(wanted))
  const shown = [...matching.filter((one) => !isHeld(one, room)), ...matching.filter((one) => isHeld(one, room))]
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
        {data && shown.length === 0 && (
          <li>
            <EmptyState icon={FileText} title={t('chat.noTemplates')} />
          </li>
        )}
        {shown.map((template) => (
          <li key={`${template.name} ${template.language}`}>
            {isHeld(template, room) ? (
              <div className={rowClass}>
                <Words template={template} room={room} news={newsOf(template)} />
              </div>
            ) : (
              <button type="button" onClick={() => setChosen(template)} className={`${rowClass} hover:bg-muted`}>
                <Words template={template} room={room} news={newsOf(template)} />
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
