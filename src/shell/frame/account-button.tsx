import { Suspense, useEffect, useState } from 'react'
import { useSession } from '#console/data/api/session.ts'
import { firstRow } from '#console/data/base/deferred.ts'
import { postMessage } from '#console/data/base/messages.ts'
import { loadMessages, t } from '#console/i18n/i18n.ts'
import { deferred } from '#console/kit/parts/deferred.tsx'
import { Avatar, initials } from '#console/ui/avatar.tsx'
import { buttonClass } from '#console/ui/button.tsx'

const load = () => Promise.all([import('./account-menu.tsx'), loadMessages('preferences')])
const AccountMenu = deferred(async () => (await load())[0].AccountMenu)

/** Opens the user menu, which is prefetched when a pointer comes near, or while idle. */
export function AccountButton() {
  const [asked, setRequested] = useState(false)
  const name = useSession().session?.user.name ?? ''
  function open(): void {
    setRequested(true)
    load().catch(() => {
      setRequested(false)
      postMessage({ kind: 'error', message: 'connection.silent' })
    })
  }
  const button = (isRequested: boolean) => (
    <button
      type="button"
      className={buttonClass({ variant: 'ghost', size: 'icon', className: 'rounded-full' })}
      aria-label={`${t('app.account')} ${initials(name)}`}
      aria-haspopup="menu"
      aria-expanded={isRequested}
      onPointerEnter={() => void load()}
      onPointerDown={() => void load()}
      onFocus={() => void load()}
      onClick={open}
    >
      <Avatar name={name} />
    </button>
  )
  useEffect(() => {
    const idle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 300))
    void firstRow.then(() => idle(() => void load().catch(() => undefined)))
  }, [])
  if (!asked) return button(false)
  return (
    <Suspense fallback={button(true)}>
      <AccountMenu name={name} />
    </Suspense>
  )
}
