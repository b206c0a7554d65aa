import { CloudUpload, MonitorSmartphone } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useConnection } from '#console/data/api/connection.ts'
import { useStore } from '#console/data/base/store.ts'
import { type OutboxRow, outboxStore } from '#console/data/query/outbox-store.ts'
import { progressStore } from '#console/data/query/upload-progress.ts'
import { stagedIn } from '#console/data/uploads/retry-staged.ts'
import { t } from '#console/i18n/i18n.ts'
import type { MessageId } from '#console/i18n/message-id.ts'
import { formatDateTime } from '#console/kit/text/format.ts'
import { refusalText } from '#console/kit/text/refusal-text.ts'
import { Badge } from '#console/ui/badge.tsx'
import { buttonClass } from '#console/ui/button.tsx'
import { EmptyState } from '#console/ui/empty-state.tsx'
import { useTitle } from '#console/ui/hooks/use-title.ts'
import { Skeleton } from '#console/ui/skeleton.tsx'
import { messagesName } from '#contract/chat/messages.ts'
import { PathLink } from '../base/path-link.tsx'
import { useSteadyOrder } from '../base/use-steady-order.ts'
import { MemoryNotice } from '../memory/memory-notice.tsx'
import { changeText } from './change-text.ts'
import { Changes } from './changes.tsx'
import { EntryActions } from './entry-actions.tsx'

const WaitingVideos = lazy(async () => (await import('./waiting-videos.tsx')).load())

const reasonMessages = {
  auth: 'outbox.reason.auth',
  conflict: 'outbox.reason.conflict',
  rejected: 'outbox.reason.rejected',
  tooLarge: 'outbox.reason.tooLarge',
  incompatible: 'outbox.reason.incompatible',
  dependency: 'outbox.reason.dependency',
  windowClosed: 'outbox.reason.windowClosed',
  unconfirmed: 'outbox.reason.unconfirmed',
} as const satisfies Record<NonNullable<OutboxRow['reason']>, MessageId>

function State({ row }: { row: OutboxRow }) {
  const percent = useStore(progressStore, (all) => all[row.id])
  if (row.state === 'parked') return <Badge tone="danger">{t('outbox.state.parked')}</Badge>
  if (row.state === 'sending')
    return <Badge tone="accent">{percent === undefined ? t('outbox.state.sending') : t('outbox.state.uploading', { percent })}</Badge>
  return <Badge>{t(row.attempts > 0 ? 'outbox.state.again' : 'outbox.state.queued')}</Badge>
}

/** Reasons that are complete without the server's words. */
const isPlain = ({ reason }: OutboxRow): boolean => reason === 'conflict' || reason === 'windowClosed' || reason === 'unconfirmed'

/** A conflict with a deleted record. */
const isDeleted = ({ reason, lastError }: OutboxRow): boolean => reason === 'conflict' && lastError?.current === null

function Refused({ refused }: { refused: NonNullable<NonNullable<OutboxRow['lastError']>['refused']> }) {
  return (
    <ul className="mt-0.5">
      {refused.map((each, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two refused records may have one name, and the list never changes
        <li key={index}>
          <bdi className="font-medium">{each.name}</bdi> {refusalText(each)}
        </li>
      ))}
    </ul>
  )
}

/** One change: kind, record, time, state and reason. */
function OutboxEntry({ row }: { row: OutboxRow }) {
  const what = changeText(row)
  const title = row.label || what
  const made = new Date(row.createdAt).toISOString()
  const refused = isPlain(row) ? undefined : row.lastError?.refused
  return (
    <li className="grid gap-3 px-4 py-3.5" data-mutation={row.id}>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <p className="truncate text-base font-medium">{title}</p>
          <p className="text-sm text-muted-foreground">
            {row.label && <>{what} · </>}
            {row.touches.length > 1 && row.section !== messagesName && <>{t('outbox.records', { count: row.touches.length })} · </>}
            <time dateTime={made}>{formatDateTime(made)}</time>
            {row.attempts > 0 && <> · {t('outbox.attempts', { count: row.attempts })}</>}
          </p>
        </div>
        <State row={row} />
      </div>
      {row.reason && (
        <div className="text-sm text-danger-text">
          <p>{t(isDeleted(row) ? 'outbox.reason.gone' : reasonMessages[row.reason])}</p>
          {!isPlain(row) && !row.lastError?.fields && !refused && row.lastError?.message && (
            <p className="mt-0.5">{refusalText(row.lastError)}</p>
          )}
          {refused && <Refused refused={refused} />}
        </div>
      )}
      {!row.reason && row.state !== 'done' && row.lastError?.reason !== undefined && (
        <p className="text-sm text-warning-text">{refusalText(row.lastError)}</p>
      )}
      {stagedIn(row.patch).length > 0 && (
        <Suspense>
          <WaitingVideos row={row} />
        </Suspense>
      )}
      <Changes row={row} />
      <EntryActions row={row} title={title} />
    </li>
  )
}

const seqOf = ({ seq }: OutboxRow) => seq
/** Parked rows precede waiting ones. */
const rankOf = ({ state }: OutboxRow) => (state === 'parked' ? 0 : 1)

/** All changes that the server does not have, with reasons and actions. Nothing is lost silently. */
export function OutboxScreen() {
  useTitle(t('nav.outbox'))
  const { rows, ready } = useStore(outboxStore)
  const line = useConnection()
  const parked = rows.filter((row) => row.state === 'parked').length
  const waiting = rows.length - parked
  const inOrder = useSteadyOrder(rows, seqOf, rankOf)
  return (
    <div className="mx-auto w-full max-w-4xl px-4 py-6 md:px-6 md:py-8">
      <div className="flex flex-wrap items-start gap-3">
        <h1 className="min-w-0 flex-1 basis-40 text-2xl font-semibold tracking-tight">{t('nav.outbox')}</h1>
        <PathLink href="/device" className={buttonClass({ size: 'small' })}>
          <MonitorSmartphone aria-hidden="true" />
          {t('nav.device')}
        </PathLink>
      </div>
      <p className="mt-1 text-base text-muted-foreground">{t('outbox.detail')}</p>
      {!('SyncManager' in globalThis) && <p className="mt-1 text-sm text-muted-foreground">{t('outbox.whenOpen')}</p>}
      <MemoryNotice />
      {!ready && rows.length === 0 && <Skeleton className="mt-6 h-40" />}
      {ready && rows.length === 0 && <EmptyState icon={CloudUpload} title={t('outbox.empty')} detail={t('outbox.emptyDetail')} />}
      {rows.length > 0 && (
        <>
          <p className="mt-6 mb-2 text-sm font-medium text-muted-foreground">
            {[
              parked > 0 && t('outbox.parked', { count: parked }),
              waiting > 0 && t(line === 'online' ? 'outbox.waiting' : 'outbox.waitingOffline', { count: waiting }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <ul className="divide-y overflow-hidden rounded-xl border bg-card shadow-raised">
            {inOrder.map((row) => (
              <OutboxEntry key={row.seq} row={row} />
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
