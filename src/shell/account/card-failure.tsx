import { t } from '#console/i18n/i18n.ts'
import { Alert } from '#console/ui/alert.tsx'
import { Button } from '#console/ui/button.tsx'
import { failureText } from './failure.ts'

/** Error of a card with a retry button. */
export function CardFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className="grid gap-3 p-4">
      <Alert tone="warning">{failureText(error)}</Alert>
      <Button className="justify-self-start" onClick={onRetry}>
        {t('app.retry')}
      </Button>
    </div>
  )
}
