import { Send } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '#console/data/api/api-error.ts'
import { request } from '#console/data/api/request.ts'
import { postMessage } from '#console/data/base/messages.ts'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { toText } from '#contract/kit/field/guards.ts'
import { pushNotificationTest } from '#contract/sections/promotion/push-notification.ts'

interface Taken {
  browsers: number
  devices: number
}

function failureText(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 422) return t('push-notification.test.failed')
  return error.status === 404 ? t('push-notification.test.none') : error.message
}

/** Shows it to its author alone. */
export function TestButton({ values }: { values: Readonly<Record<string, unknown>> }) {
  const [busy, setBusy] = useState(false)
  const isWritten = toText(values.title).trim() !== '' && toText(values.message).trim() !== ''

  async function test() {
    setBusy(true)
    try {
      const names = Object.keys(pushNotificationTest.body ?? {})
      const body = Object.fromEntries(names.flatMap((name) => (values[name] == null ? [] : [[name, values[name]]])))
      const { browsers, devices } = await request<Taken>(pushNotificationTest, { body })
      postMessage({ kind: 'success', text: t('push-notification.test.sent', { browsers, devices }) })
    } catch (error) {
      postMessage({ kind: 'error', text: failureText(error) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="flex max-w-60 flex-col items-center gap-1 text-center">
      <Button onClick={() => void test()} busy={busy} disabled={!isWritten}>
        <Send aria-hidden="true" className="rtl:-scale-x-100" />
        {t('push-notification.test')}
      </Button>
      <p className="text-xs text-muted-foreground">{t('push-notification.test.hint')}</p>
    </div>
  )
}
