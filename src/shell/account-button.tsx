import { lazy, Suspense, useState } from 'react'
import { useSession } from '#console/data/session.ts'
import { loadMessages, t } from '#console/i18n/i18n.ts'
import { Avatar, initials } from '#console/ui/avatar.tsx'
import { buttonClass } from '#console/ui/button.tsx'

const load = () => Promise.all([import('./account-menu.tsx'), loadMessages('preferences')])
const AccountMenu = lazy(async () => ({ default: (await load())[0].AccountMenu }))

/** Opens the user menu, which is fetched when a finger or pointer comes near. */
export function AccountButton() {
  const [asked, setAsked] = useState(false)
  const name = useSession().session?.user.name ?? ''
  const button = (
    <button
      type="button"
      className={buttonClass({ variant: 'ghost', size: 'icon', className: 'rounded-full' })}
      aria-label={`${t('app.account')} ${initials(name)}`}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setAsked(true)}
    >
      <Avatar name={name} />
    </button>
  )
  if (!asked) return button
  return (
    <Suspense fallback={button}>
      <AccountMenu name={name} />
    </Suspense>
  )
}
