import { ShieldCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { countWaiting, type Locked } from '#console/data/start/lock.ts'
import { t } from '#console/i18n/i18n.ts'
import { Alert } from '#console/ui/alert.tsx'
import { Button } from '#console/ui/button.tsx'

interface Props {
  locked: Locked
  /** Why the session ended, in the base contract's words. */
  notice: string | null
  onOther: () => void
}

/** Lock screen above the form: the reason, and how many changes are safe on this device. */
export function LockedNotice({ locked, notice, onOther }: Props) {
  const [count, setCount] = useState<number | null>(null)
  useEffect(() => {
    void countWaiting(locked.ref).then(setCount)
  }, [locked.ref])
  return (
    <div className="grid gap-3">
      {notice && <Alert tone="warning">{notice}</Alert>}
      <div role="status" className="flex gap-2.5 rounded-lg bg-primary-soft px-3 py-2.5 text-sm text-primary-text">
        <ShieldCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <p className="min-w-0 flex-1">
          {count ? (
            <>
              <strong className="block font-semibold">{t('lock.safe', { count })}</strong>
              {t('lock.sent')}
            </>
          ) : (
            t('lock.kept')
          )}
        </p>
      </div>
      <Button variant="link" className="justify-self-start px-0 touch:h-11" onClick={onOther}>
        {t('lock.other')}
      </Button>
    </div>
  )
}
