import { createFileRoute } from '@tanstack/react-router'
import { loadMessages } from '#console/i18n/i18n.ts'
import { DashboardScreen } from '#console/shell/dashboard/dashboard-screen.tsx'

export const Route = createFileRoute('/_console/dashboard')({
  loader: () => loadMessages('dashboard'),
  component: DashboardScreen,
})
