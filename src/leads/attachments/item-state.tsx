import { useStore } from '#console/data/base/store.ts'
import { progressStore } from '#console/data/query/upload-progress.ts'
import { t } from '#console/i18n/i18n.ts'
import type { MessageId } from '#console/i18n/message-id.ts'
import { problemText } from '#console/kit/text/problem-text.ts'
import { Progress } from '#console/ui/progress.tsx'
import type { Item } from './fold.ts'

const words = {
  waiting: 'attachments.waiting',
  removing: 'attachments.removing',
  draft: 'attachments.withLead',
} as const satisfies Partial<Record<Item['state'], MessageId>>

function Sending({ id }: { id: string }) {
  const percent = useStore(progressStore, (all) => all[id])
  const label = t('outbox.state.uploading', { percent: percent ?? 0 })
  return (
    <span className="flex items-center gap-2">
      <span className="shrink-0 tabular-nums">{label}</span>
      <Progress label={label} className="flex-1" {...(percent !== undefined && { value: percent })} />
    </span>
  )
}

/** The server's words where there are some; problems of fields are translated. */
function reasonOf({ row }: Item): string {
  const problem = row?.lastError?.fields?.file
  if (problem) return problemText(problem)
  if (!row?.reason) return t('app.wrong')
  if (row.reason === 'tooLarge') return `${t('attachments.tooLarge')} ${row.lastError?.message ?? ''}`
  return (row.reason === 'rejected' && row.lastError?.message) || t(`outbox.reason.${row.reason}`)
}

/** State of an item that is not stored. */
export function ItemState({ item }: { item: Item }) {
  if (item.state === 'stored') return null
  if (item.state === 'parked')
    return (
      <p role="alert" className="ps-14 text-sm text-danger-text">
        {reasonOf(item)}
      </p>
    )
  return (
    <div role="status" className="ps-14 text-xs text-muted-foreground">
      {item.state === 'sending' ? <Sending id={item.row?.id ?? ''} /> : t(words[item.state])}
    </div>
  )
}
