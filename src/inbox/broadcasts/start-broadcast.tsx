import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, ArrowRight, Megaphone } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { request } from '#console/data/api/request.ts'
import type { Room } from '#console/data/chat/rooms.ts'
import { compressed, type FilledTemplate, templatePatch } from '#console/data/chat/write.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { submit } from '#console/data/writes/submit.ts'
import { localised } from '#console/i18n/fixed-messages.ts'
import { t } from '#console/i18n/i18n.ts'
import { formatDate, formatNumber } from '#console/kit/text/format.ts'
import { reasonOf } from '#console/kit/text/reason.ts'
import { Alert } from '#console/ui/alert.tsx'
import { Button } from '#console/ui/button.tsx'
import { ResponsiveDialog } from '#console/ui/responsive-dialog.tsx'
import { Skeleton } from '#console/ui/skeleton.tsx'
import { nameToken, type PreviewRecipient, previewBroadcast, startBroadcast } from '#contract/chat/broadcasts.ts'
import { toRecord } from '#contract/kit/field/guards.ts'
import { TemplateChoice } from '../composer/template-picker.tsx'
import { RecipientName } from './recipient-name.tsx'

/** Sends it once for its form. Returns the ref of the broadcast. */
async function start(rooms: readonly Room[], filled: FilledTemplate): Promise<string> {
  const { key, file } = filled
  const content = file && (await compressed(file))
  const media = file && content && { media: { name: file.name, size: content.size, type: content.type, content } }
  const { content: _words, ...template } = templatePatch(filled)
  const patch = { ...template, ...media, ids: rooms.map(({ ref }) => ref) }
  const { response } = await submit({ call: startBroadcast, id: key, patch })
  const made = toRecord(toRecord(response).data)
  return typeof made.ref === 'string' ? made.ref : 'all'
}

/** Who gets it, and who not for which reason. */
function Recipients({ list }: { list: readonly PreviewRecipient[] }) {
  return (
    <ul aria-label={t('sending.broadcast.recipients')} className="max-h-64 divide-y overflow-y-auto">
      {list.map(({ room, name, reason, opt_in_at }) => (
        <li key={room} className="flex min-h-11 flex-col justify-center py-1 text-sm">
          <RecipientName name={name} isFaint={reason !== null} />
          <span className={`text-xs ${reason ? 'text-warning-text' : 'text-muted-foreground'}`}>
            {reason ? t(`sending.skip.${reason}`) : opt_in_at && t('sending.broadcast.wrote', { at: formatDate(opt_in_at) })}
          </span>
        </li>
      ))}
    </ul>
  )
}

interface PreviewProps {
  rooms: readonly Room[]
  filled: FilledTemplate
  onBack: () => void
  onStarted: (broadcast: string) => void
}

function Preview({ rooms, filled, onBack, onStarted }: PreviewProps) {
  const ids = rooms.map(({ ref }) => ref)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const starting = useRef(false)
  const { data, error } = useQuery({
    queryKey: queryKeys.call(previewBroadcast.name, `${filled.key} ${ids.join(' ')}`),
    queryFn: ({ signal }) => request<{ recipients: PreviewRecipient[]; rest: number | null }>(previewBroadcast, { body: { ids }, signal }),
    staleTime: 0,
    retry: false,
  })
  const gets = data?.recipients.filter(({ reason }) => reason === null).length ?? 0
  const skipped = (data?.recipients.length ?? 0) - gets
  async function send() {
    // A second press comes before the first is drawn.
    if (starting.current) return
    starting.current = true
    setBusy(true)
    setProblem(null)
    try {
      onStarted(await start(rooms, filled))
    } catch (failure) {
      setProblem(await reasonOf(failure))
      starting.current = false
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-col gap-3 px-5 pb-4">
      {!data && !error && <Skeleton className="h-32" />}
      {error && <Alert tone="danger">{localised(error.message)}</Alert>}
      {data && (
        <>
          <p role="status" className="text-sm">
            {t('sending.broadcast.gets', { count: gets })} {skipped > 0 && t('sending.broadcast.skips', { count: skipped })}
          </p>
          {data.rest !== null && data.rest < gets && (
            <Alert tone="warning">{t('sending.broadcast.rest', { count: formatNumber(data.rest) })}</Alert>
          )}
          <Recipients list={data.recipients} />
          <p className="text-xs text-muted-foreground">{t('sending.broadcast.pace')}</p>
        </>
      )}
      {problem && <Alert tone="danger">{problem}</Alert>}
      <div className="flex flex-wrap justify-between gap-2">
        <Button onClick={onBack} disabled={busy}>
          <ArrowLeft aria-hidden="true" className="rtl:-scale-x-100" />
          {t('app.back')}
        </Button>
        <Button variant="primary" busy={busy} disabled={gets === 0} onClick={() => void send()}>
          <Megaphone aria-hidden="true" className="rtl:-scale-x-100" />
          {t('sending.broadcast.send', { count: gets })}
        </Button>
      </div>
    </div>
  )
}

interface Props {
  /** All of one number. */
  rooms: readonly Room[]
  onClose: () => void
  onStarted: (broadcast: string) => void
}

/** A template for the chosen chats: filled in, then shown who gets it, then begun (docs/product/chat.md#broadcasts). */
export function StartBroadcast({ rooms: chosen, onClose, onStarted }: Props) {
  const id = useId()
  // Those that are meant do not change while the list does.
  const [rooms] = useState(chosen)
  const [filled, setFilled] = useState<FilledTemplate | null>(null)
  const [first] = rooms
  return (
    <ResponsiveDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('chat.broadcast')}
      description={t('list.selected', { count: formatNumber(rooms.length) })}
      closeLabel={t('app.close')}
    >
      <div id={id} className={`px-2 ${filled ? 'hidden' : ''}`}>
        <p className="px-3 text-xs text-muted-foreground">{t('sending.broadcast.nameHint', { token: nameToken })}</p>
        <TemplateChoice
          room={{ whatsapp_number: first?.whatsapp_number ?? null, promotions_stopped: null, customer: nameToken }}
          action={
            <>
              {t('sending.broadcast.next')}
              <ArrowRight aria-hidden="true" className="rtl:-scale-x-100" />
            </>
          }
          onSend={async (next) => {
            setFilled(next)
            return false
          }}
        />
      </div>
      {filled && <Preview rooms={rooms} filled={filled} onBack={() => setFilled(null)} onStarted={onStarted} />}
    </ResponsiveDialog>
  )
}
