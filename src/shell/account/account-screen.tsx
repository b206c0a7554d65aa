import { useSession } from '#console/data/api/session.ts'
import { t } from '#console/i18n/i18n.ts'
import { useTitle } from '#console/ui/hooks/use-title.ts'
import { PasswordCard } from './password-card.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

/** Account settings: password, second factor, sessions. All need the server, and say so. */
export function AccountScreen() {
  useTitle(t('account.title'))
  const user = useSession().session?.user
  return (
    <div className="mx-auto w-full max-w-4xl px-4 py-6 md:px-6 md:py-8">
      <h1 className="text-2xl font-semibold tracking-tight">{t('account.title')}</h1>
      <p className="mt-1 text-base text-muted-foreground">
        {user?.name} · <bdi dir="ltr">{user?.email}</bdi>
      </p>
      <div className="mt-6 grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <PasswordCard />
        <div className="grid grid-cols-1 gap-4">
          <SecondFactorCard />
          <SessionsCard />
        </div>
      </div>
    </div>
  )
}
