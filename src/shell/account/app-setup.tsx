import { useState } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { QrCode } from '#console/kit/parts/qr-code.tsx'
import { Alert } from '#console/ui/alert.tsx'
import { Button, buttonClass } from '#console/ui/button.tsx'
import { CodeInput } from './code-input.tsx'
import { fieldFailure, signInFailure } from './failure.ts'
import { useSending } from './use-sending.ts'

export interface AppKey {
  secret: string
  uri: string
}

interface Props {
  appKey: AppKey
  /** Sends the first code; rejects when it is wrong. */
  onConfirm: (code: string) => Promise<void>
}

/** Sets up an authenticator app: key as QR code, link on the same phone, or text; confirmed by its first code. */
export function AppSetup({ appKey, onConfirm }: Props) {
  const [code, setCode] = useState('')
  const [tried, setTried] = useState(false)
  const { busy, error, submit } = useSending(async () => {
    setTried(true)
    if (!code.trim()) return document.getElementById('app-code')?.focus()
    await onConfirm(code.trim())
  })
  const codeError = tried && !code.trim() ? t('account.enterCode') : fieldFailure(error, 'code')
  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <div className="flex flex-wrap items-center gap-5">
        <QrCode text={appKey.uri} label={t('account.qr')} />
        <div className="grid min-w-0 flex-1 basis-52 gap-3 text-sm">
          <p>{t('account.scan')}</p>
          <a href={appKey.uri} className={buttonClass({ className: 'justify-self-start lg:hidden' })}>
            {t('account.open')}
          </a>
          <p className="text-xs text-muted-foreground">
            {t('account.manual')}
            <code dir="ltr" className="mt-1 block break-all font-mono text-sm text-foreground select-all">
              {appKey.secret.replace(/(.{4})(?=.)/g, '$1 ')}
            </code>
          </p>
        </div>
      </div>
      {error && !codeError ? <Alert tone="danger">{signInFailure(error)}</Alert> : null}
      <CodeInput id="app-code" inputMode="numeric" hint={t('account.codeHint')} error={codeError} value={code} onChange={setCode} />
      <Button type="submit" variant="primary" size="large" busy={busy}>
        {t('account.turnOn')}
      </Button>
    </form>
  )
}
