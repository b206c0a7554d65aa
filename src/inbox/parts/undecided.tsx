import { isParked } from '#console/data/chat/fold.ts'
import { discardMessage } from '#console/data/chat/write.ts'
import type { OutboxRow } from '#console/data/outbox/row/types.ts'
import { t } from '#console/i18n/i18n.ts'
import { refusalText } from '#console/kit/text/refusal-text.ts'
import { Button } from '#console/ui/button.tsx'
import { reportFailure } from '../room/report-failure.ts'

/** A decision that waits, or was refused: why, until a press takes it away. */
export function Undecided({ row }: { row: OutboxRow }) {
  if (!isParked(row)) return <p className="text-xs text-muted-foreground">{t('part.who.waits')}</p>
  const { message = '', reason } = row.lastError ?? {}
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-center gap-2 rounded-lg bg-warning-soft px-3 py-2 text-sm text-warning-text"
    >
      <span className="min-w-0">{t('part.who.refused', { why: refusalText({ message, reason }) })}</span>
      <Button size="small" onClick={() => void reportFailure(discardMessage(row.seq))}>
        {t('part.who.understood')}
      </Button>
    </div>
  )
}
