import { createFileRoute } from '@tanstack/react-router'
import { loadMessages } from '#console/i18n/i18n.ts'
import { readAsked } from '#console/shell/performance/asked.ts'
import { PerformanceScreen } from '#console/shell/performance/performance-screen.tsx'
import { requireAccess } from '#console/shell/require-access.ts'

export const Route = createFileRoute('/_console/performance/list')({
  validateSearch: readAsked,
  beforeLoad: ({ location }) => requireAccess('performance', 'get', location.href),
  loader: () => loadMessages(['performance', 'filters']),
  component: function Performance() {
    return <PerformanceScreen asked={Route.useSearch()} />
  },
})
