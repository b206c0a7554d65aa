import { Link } from '@tanstack/react-router'
import { LockKeyhole } from 'lucide-react'
import { t } from '#console/i18n/i18n.ts'
import { buttonClass } from '#console/ui/button.tsx'
import { EmptyState } from '#console/ui/empty-state.tsx'
import { useTitle } from '#console/ui/use-title.ts'

/** Access was denied; says to what. No navigation, toolbar or footer (part-1 section 2). */
export function RestrictionScreen({ path }: { path: string | undefined }) {
  useTitle(t('restriction.title'))
  return (
    <main className="flex min-h-dvh items-center justify-center">
      <EmptyState
        alone
        icon={LockKeyhole}
        title={t('restriction.title')}
        detail={path ? t('restriction.detail', { path: `\u2068${path}\u2069` }) : t('restriction.detailPlain')}
      >
        <Link to="/dashboard" className={buttonClass({ variant: 'primary' })}>
          {t('app.toDashboard')}
        </Link>
      </EmptyState>
    </main>
  )
}
