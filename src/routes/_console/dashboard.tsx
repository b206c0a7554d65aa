import { createFileRoute } from '@tanstack/react-router'
import { loadMessages } from '#console/i18n/i18n.ts'
import { requireAccess } from '#console/shell/base/require-access.ts'
import { DashboardScreen } from '#console/shell/dashboard/dashboard-screen.tsx'

export const Route = createFileRoute('/_console/dashboard')({
  beforeLoad: ({ location }) => requireAccess('dashboard', 'get', location.href),
  // Words for waiting changes: section names, messages and attachments.
  loader: () => loadMessages(['dashboard', 'kit', 'outbox']),
  component: DashboardScreen,
})
