import { CloudOff, Inbox, TriangleAlert } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { RetryButton } from '../deferred-parts.ts'

function Notice({ icon, title, children }: { icon: ReactNode; title: string; children?: ReactNode }) {
  return (
    <div role="status" className="flex flex-col items-center gap-3 border-y px-6 py-16 text-center">
      <span aria-hidden="true" className="grid size-12 place-items-center rounded-full bg-muted text-muted-foreground">
        {icon}
      </span>
      <p className="text-sm font-medium">{title}</p>
      {children}
    </div>
  )
}

/** 'No Data Found.' (docs/product/lists.md#table), with a button to clear the filter. */
export function Empty({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return (
    <Notice icon={<Inbox className="size-5" />} title={t('list.empty')}>
      {filtered && <Button onClick={onClear}>{t('list.clearFilters')}</Button>}
    </Notice>
  )
}

/** Why there are no rows, with a button that asks again. */
export function Failed({ message, offline, onRetry }: { message: string; offline: boolean; onRetry: () => void }) {
  const Icon = offline ? CloudOff : TriangleAlert
  return (
    <Notice icon={<Icon className="size-5" />} title={offline ? t('list.offline') : message}>
      {offline && <p className="max-w-sm text-sm text-muted-foreground">{t('list.offlineHint')}</p>}
      <Suspense>
        <RetryButton onRetry={onRetry} />
      </Suspense>
    </Notice>
  )
}
