import { Copy } from 'lucide-react'
import { postMessage } from '#console/data/base/messages.ts'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'

async function copy(codes: readonly string[]): Promise<void> {
  try {
    await navigator.clipboard.writeText(codes.join('\n'))
    postMessage({ kind: 'success', text: t('account.copied') })
  } catch {
    postMessage({ kind: 'error', text: t('account.notCopied') })
  }
}

/** Recovery codes for a lost phone, shown once. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  return (
    <div className="grid gap-4">
      <p className="text-sm text-muted-foreground">{t('account.recoveryDetail')}</p>
      <ul dir="ltr" className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-lg bg-muted px-4 py-3 font-mono text-sm">
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button size="large" onClick={() => void copy(codes)}>
          <Copy aria-hidden="true" />
          {t('account.copy')}
        </Button>
        <Button variant="primary" size="large" className="flex-1" onClick={onKept}>
          {t('account.kept')}
        </Button>
      </div>
    </div>
  )
}
