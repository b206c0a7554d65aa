import { createFileRoute } from '@tanstack/react-router'
import { loadMessages } from '#console/i18n/i18n.ts'
import { RestrictionScreen } from '#console/shell/base/restriction-screen.tsx'

export const Route = createFileRoute('/restriction-page')({
  validateSearch: (search: Record<string, unknown>): { path?: string } => (typeof search.path === 'string' ? { path: search.path } : {}),
  loader: () => loadMessages('session'),
  component: RestrictionPage,
})

function RestrictionPage() {
  return <RestrictionScreen path={Route.useSearch().path} />
}
