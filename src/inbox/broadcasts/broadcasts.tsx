import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, Megaphone } from 'lucide-react'
import { useState } from 'react'
import { request } from '#console/data/api/request.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { submit } from '#console/data/writes/submit.ts'
import { localised } from '#console/i18n/fixed-messages.ts'
import { t } from '#console/i18n/i18n.ts'
import { drawSentence } from '#console/kit/parts/sentence.tsx'
import { formatDateTime } from '#console/kit/text/format.ts'
import { Alert } from '#console/ui/alert.tsx'
import { Badge } from '#console/ui/badge.tsx'
import { Button } from '#console/ui/button.tsx'
import { confirm } from '#console/ui/confirm.ts'
import { EmptyState } from '#console/ui/empty-state.tsx'
import { Progress } from '#console/ui/progress.tsx'
import { ResponsiveDialog } from '#console/ui/responsive-dialog.tsx'
import { Skeleton } from '#console/ui/skeleton.tsx'
import {
  type Broadcast,
  type BroadcastRecipient,
  broadcastList,
  broadcastOne,
  resumeBroadcast,
  stopBroadcast,
} from '#contract/chat/broadcasts.ts'
import { firstPage } from '#contract/kit/field/list-query.ts'
import type { Page } from '#contract/kit/field/paging.ts'
import { failureWords } from '../room/failure-words.ts'
import { reportFailure } from '../room/report-failure.ts'
import { RecipientName } from './recipient-name.tsx'

/** Milliseconds between looks at one that is being sent. */
const lookMs = 2_000
const perPage = 20

const tones = { sending: 'accent', held: 'warning', done: 'neutral', stopped: 'neutral' } as const

const isEnded = ({ state }: Broadcast) => state === 'done' || state === 'stopped'

function Counts({ of }: { of: Broadcast }) {
  const { total, sent, skipped, failed } = of
  return (
    <span className="text-xs text-muted-foreground tabular-nums">
      {t('sending.broadcast.counts', { sent, total })}
      {skipped > 0 && ` · ${t('sending.broadcast.skips', { count: skipped })}`}
      {failed > 0 && ` · ${t('sending.broadcast.fails', { count: failed })}`}
    </span>
  )
}

/** Why somebody has none yet, or has it. */
function fateWords({ state, reason, failure, status }: BroadcastRecipient): string {
  if (state === 'skipped' && reason) return t(`sending.skip.${reason}`)
  if (state === 'failed') return failureWords(failure)
  if (state === 'sent' && status) return t(`chat.tick.${status === 'queued' ? 'sent' : status}`)
  return t(`sending.recipient.${state}`)
}

const isTrouble = ({ state }: BroadcastRecipient) => state === 'skipped' || state === 'failed'

interface OneProps {
  broadcast: string
  onRoom: (room: string) => void
}

function One({ broadcast, onRoom }: OneProps) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const key = queryKeys.call(broadcastOne.name, broadcast)
  const { data, error } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => request<Broadcast & { recipients: BroadcastRecipient[] }>(broadcastOne, { params: { id: broadcast }, signal }),
    refetchInterval: (query) => (query.state.data?.state === 'sending' ? lookMs : false),
    staleTime: 0,
  })
  if (error && !data) return <Alert tone="danger">{localised(error.message)}</Alert>
  if (!data) return <Skeleton className="h-40" />
  const { state, held, total, sent, skipped, failed, content, recipients } = data
  const act = async (call: typeof resumeBroadcast) => {
    setBusy(true)
    await reportFailure(submit({ call, params: { id: broadcast }, patch: {} }))
    await client.invalidateQueries({ queryKey: key })
    setBusy(false)
  }
  async function stop() {
    const question = {
      title: t('sending.broadcast.stopAsk'),
      detail: t('sending.broadcast.stopDetail'),
      action: t('sending.broadcast.stop'),
    }
    if (await confirm({ ...question, cancel: t('app.cancel'), destructive: true })) await act(stopBroadcast)
  }
  return (
    <div className="flex flex-col gap-3">
      <bdi dir="auto" className="line-clamp-4 text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">
        {drawSentence(content)}
      </bdi>
      <span className="flex flex-wrap items-center gap-2">
        <Badge tone={tones[state]}>{t(`sending.broadcast.state.${state}`)}</Badge>
        <Counts of={data} />
      </span>
      {state === 'sending' && (
        <Progress label={t('sending.broadcast.state.sending')} value={(100 * (sent + skipped + failed)) / Math.max(1, total)} />
      )}
      {state === 'held' && held && <Alert tone="warning">{t(`sending.hold.${held}`)}</Alert>}
      {data.may_change && !isEnded(data) && (
        <span className="flex flex-wrap gap-2">
          {state === 'held' && (
            <Button variant="primary" busy={busy} onClick={() => void act(resumeBroadcast)}>
              {t('sending.broadcast.resume')}
            </Button>
          )}
          <Button disabled={busy} onClick={() => void stop()}>
            {t('sending.broadcast.stop')}
          </Button>
        </span>
      )}
      <ul aria-label={t('sending.broadcast.recipients')} className="divide-y">
        {recipients.map((recipient) => (
          <li key={recipient.room} className="flex min-h-11 items-center gap-2 py-1">
            <span className="min-w-0 flex-1 text-sm">
              <RecipientName name={recipient.name} />
              <span
                className={`block text-xs [overflow-wrap:anywhere] ${isTrouble(recipient) ? 'text-warning-text' : 'text-muted-foreground'}`}
              >
                {fateWords(recipient)}
              </span>
            </span>
            <Button variant="quiet" size="small" onClick={() => onRoom(recipient.room)}>
              {t('sending.broadcast.openChat')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function List({ onOpen }: { onOpen: (broadcast: string) => void }) {
  const [size, setSize] = useState(perPage)
  const { data, error, isFetching } = useQuery({
    queryKey: queryKeys.call(broadcastList.name, String(size)),
    queryFn: ({ signal }) => request<Page<Broadcast>>(broadcastList, { list: { ...firstPage, size }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  if (error && !data) return <Alert tone="danger">{localised(error.message)}</Alert>
  if (!data) return <Skeleton className="h-40" />
  if (data.data.length === 0)
    return <EmptyState icon={Megaphone} title={t('sending.broadcast.none')} detail={t('sending.broadcast.noneDetail')} />
  return (
    <>
      <ul className="divide-y">
        {data.data.map((one) => (
          <li key={one.ref}>
            <Button
              variant="quiet"
              className="h-auto! w-full flex-col items-start! gap-0.5! py-2! text-start"
              onClick={() => onOpen(one.ref)}
            >
              <span className="flex w-full items-center gap-2">
                <span className="min-w-0 flex-1">
                  <bdi className="block w-fit max-w-full truncate">{one.template}</bdi>
                </span>
                <Badge tone={tones[one.state]}>{t(`sending.broadcast.state.${one.state}`)}</Badge>
              </span>
              <Counts of={one} />
              <span className="text-xs font-normal text-muted-foreground">
                {formatDateTime(one.created_at)}
                {one.created_by && (
                  <>
                    {' · '}
                    <bdi>{one.created_by}</bdi>
                  </>
                )}
              </span>
            </Button>
          </li>
        ))}
      </ul>
      {data.data.length < data.total_record && (
        <Button className="mt-2 w-full" busy={isFetching} onClick={() => setSize(size + perPage)}>
          {t('chat.olderBroadcasts')}
        </Button>
      )}
    </>
  )
}

interface Props {
  /** Ref of one, or 'all'. */
  opened: string
  /** Undefined closes the window. */
  onOpen: (broadcast: string | undefined) => void
  onRoom: (room: string) => void
}

/** Broadcasts and what became of each recipient (docs/product/chat.md#broadcasts). */
export function Broadcasts({ opened, onOpen, onRoom }: Props) {
  return (
    <ResponsiveDialog open onOpenChange={(open) => !open && onOpen(undefined)} title={t('chat.broadcastsSent')} closeLabel={t('app.close')}>
      <div className="flex max-h-[min(36rem,var(--visible-height)*0.75)] flex-col gap-2 overflow-y-auto px-5 pb-4">
        {opened === 'all' ? (
          <List onOpen={onOpen} />
        ) : (
          <>
            <Button variant="quiet" size="small" className="-ms-3 self-start" onClick={() => onOpen('all')}>
              <ArrowLeft aria-hidden="true" className="rtl:-scale-x-100" />
              {t('sending.broadcast.all')}
            </Button>
            <One key={opened} broadcast={opened} onRoom={onRoom} />
          </>
        )}
      </div>
    </ResponsiveDialog>
  )
}
