import type { OutboxRow } from '#console/data/outbox-store.ts'
import { isRecord } from '#console/data/storage.ts'
import { t } from '#console/i18n/i18n.ts'
import { fieldLabel } from '#console/kit/labels.ts'

const most = 6

/** A value in a few words; what is nested is counted. */
function words(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (Array.isArray(value)) return value.every((entry) => !isRecord(entry)) ? value.map(String).join(', ') : String(value.length)
  return isRecord(value) ? String(value.name ?? '…') : String(value)
}

/** The fields that were changed and, after a conflict, what the server has there now. */
export function Changes({ row }: { row: OutboxRow }) {
  const changed = Object.entries(row.patch).filter(([name]) => name !== 'ref' && name !== 'ids')
  if (changed.length === 0) return null
  const current = row.reason === 'conflict' ? row.lastError?.current : undefined
  return (
    <dl className="grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-4 gap-y-1 text-sm">
      {changed.slice(0, most).map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted-foreground">{fieldLabel(name)}</dt>
          <dd className="min-w-0">
            <span className="line-clamp-2">{words(value)}</span>
            {current && <span className="line-clamp-2 text-muted-foreground">{t('outbox.theirs', { value: words(current[name]) })}</span>}
            {row.lastError?.fields?.[name] && <span className="text-danger-text">{row.lastError.fields[name].message}</span>}
          </dd>
        </div>
      ))}
      {changed.length > most && <dd className="col-start-2 text-muted-foreground">{t('outbox.more', { count: changed.length - most })}</dd>}
    </dl>
  )
}
