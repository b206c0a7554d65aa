import type { ErrorComponentProps } from '@tanstack/react-router'
import { FileQuestion, TriangleAlert } from 'lucide-react'
import { t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { EmptyState } from '#console/ui/empty-state.tsx'
import { StartLink } from './start-link.tsx'

export function NotFoundScreen() {
  return (
    <EmptyState alone icon={FileQuestion} title={t('app.notFound')} detail={t('app.notFoundDetail')}>
      <StartLink />
    </EmptyState>
  )
}

/** Screen for a render error, or code that failed to load. */
export function CrashScreen({ reset }: ErrorComponentProps) {
  return (
    <EmptyState alone icon={TriangleAlert} title={t('app.wrong')}>
      <Button variant="primary" onClick={reset}>
        {t('app.retry')}
      </Button>
      <StartLink variant="secondary" />
    </EmptyState>
  )
}
