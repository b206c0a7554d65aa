import { t } from '#console/i18n/i18n.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { formatDateTime } from '../../text/format.ts'

/** Who made the record and who changed it last, in WIB. */
export function RecordFooter({ record }: { record: AnyRow }) {
  const by = (name: string | null) => name ?? '–'
  return (
    <footer className="flex flex-wrap gap-x-6 gap-y-1 border-t pt-4 text-xs text-muted-foreground">
      <span>{t('kit.created', { at: formatDateTime(record.created_at), by: by(record.created_by) })}</span>
      <span>{t('kit.updated', { at: formatDateTime(record.updated_at), by: by(record.updated_by) })}</span>
    </footer>
  )
}
