import { LockKeyhole } from 'lucide-react'
import { useSession } from '#console/data/api/session.ts'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { EmptyState } from '#console/ui/empty-state.tsx'
import { useTitle } from '#console/ui/hooks/use-title.ts'
import { nav } from './nav.ts'
import { startPath } from './require-access.ts'
import { confirmSignOut } from './sign-out.ts'
import { StartLink } from './start-link.tsx'

/** Section of a path; undefined for an unknown one. */
const placeOf = (path: string) => nav.find((item) => path.split('/')[1] === item.path.split('/')[1])

/** Access was denied; names what. No navigation, toolbar or footer (docs/product/session.md#restriction-page). */
export function RestrictionScreen({ path }: { path: string | undefined }) {
  const { session } = useSession()
  /** Nothing is allowed to this role: only another account helps. */
  const isShutOut = session !== null && startPath(session) === null
  const item = path === undefined ? undefined : placeOf(path)
  useTitle(t('restriction.title'))
  return (
    <main className="flex min-h-dvh items-center justify-center">
      <EmptyState
        alone
        icon={LockKeyhole}
        title={t('restriction.title')}
        detail={item ? t('restriction.detail', { name: `\u2068${t(`nav.${item.name}`)}\u2069` }) : t('restriction.detailPlain')}
      >
        {isShutOut ? (
          <Button variant="primary" onClick={() => void confirmSignOut()}>
            {t('app.signOut')}
          </Button>
        ) : (
          <StartLink />
        )}
      </EmptyState>
    </main>
  )
}
