import { createFileRoute } from '@tanstack/react-router'
import { loadMessages } from '#console/i18n/i18n.ts'
import { requireAccess } from '#console/shell/base/require-access.ts'
import { PerformanceScreen } from '#console/shell/performance/performance-screen.tsx'

export const Route = createFileRoute('/_console/performance/list')({
  // Parsed by the screen: code here is loaded before the first row.
  validateSearch: (search: Record<string, unknown>) => search,
  beforeLoad: ({ location }) => requireAccess('performance', 'get', location.href),
  loader: () => loadMessages(['performance', 'reports']),
  component: PerformanceScreen,
})
