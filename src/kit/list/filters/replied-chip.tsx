import { X } from 'lucide-react'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { formatDays } from '../../text/format-days.ts'

/** That the list is of a number of a report, with a way back to all rooms. */
export const RepliedChip = ({ replied, onClear }: { replied: string; onClear: () => void }) => (
  <Button size="small" className="self-start" onClick={onClear}>
    {t('filters.replied', { days: formatDays(replied) })}
    <X aria-label={t('list.clear')} className="size-4" />
  </Button>
)
