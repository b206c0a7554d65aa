import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { tryAgain } from '#console/data/writes/try-again.ts'
import { t } from '#console/i18n/i18n.ts'
import { Button, type ButtonProps } from '#console/ui/button.tsx'

/** 'Try again': busy while the server is checked, with a message when it does not respond. */
export function RetryButton({ onRetry, size = 'default' }: { onRetry: () => void } & Pick<ButtonProps, 'size'>) {
  const [busy, setBusy] = useState(false)
  const press = () => {
    setBusy(true)
    void tryAgain(onRetry).finally(() => setBusy(false))
  }
  return (
    <Button size={size} busy={busy} onClick={press}>
      {!busy && <RefreshCw className="size-4" />}
      {t('app.retry')}
    </Button>
  )
}
