import { CloudUpload, MonitorSmartphone } from 'lucide-react'
import { useConnection } from '#console/data/api/connection.ts'
import { useStore } from '#console/data/base/store.ts'
import { type OutboxRow, outboxStore } from '#console/data/query/outbox-store.ts'
import { t } from '#console/i18n/i18n.ts'
import { buttonClass } from '#console/ui/button.tsx'
import { EmptyState } from '#console/ui/empty-state.tsx'
import { useTitle } from '#console/ui/hooks/use-title.ts'
import { Skeleton } from '#console/ui/skeleton.tsx'
import { PathLink } from '../base/path-link.tsx'
import { useSteadyOrder } from '../base/use-steady-order.ts'
import { OutboxEntry } from './outbox-entry.tsx'

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
      <div className="flex items-start gap-3">
        <h1 className="min-w-0 flex-1 text-2xl font-semibold tracking-tight">{t('nav.outbox')}</h1>
        <PathLink href="/device" className={buttonClass({ size: 'small' })}>
          <MonitorSmartphone aria-hidden="true" />
          {t('nav.device')}
        </PathLink>
      </div>
      <p className="mt-1 text-base text-muted-foreground">{t('outbox.detail')}</p>
      {!('SyncManager' in globalThis) && <p className="mt-1 text-sm text-muted-foreground">{t('outbox.whenOpen')}</p>}
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
