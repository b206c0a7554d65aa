import { Link } from '@tanstack/react-router'
import { useAccess } from '#console/data/api/session.ts'
import { t } from '#console/i18n/i18n.ts'
import { buttonClass } from '#console/ui/button.tsx'
import { startPath } from './require-access.ts'

/** Link from an error page to the dashboard, or to the person's start path. */
export function StartLink({ variant = 'primary' }: { variant?: 'primary' | 'secondary' }) {
  const path = startPath(useAccess())
  return (
    <Link to="/" className={buttonClass({ variant })}>
      {t(path === null || path === '/dashboard' ? 'app.toDashboard' : 'app.toStart')}
    </Link>
  )
}
