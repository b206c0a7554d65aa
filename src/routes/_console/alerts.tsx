import { createFileRoute } from '@tanstack/react-router'
import { loadMessages } from '#console/i18n/i18n.ts'
import { AlertsScreen } from '#console/inbox/screen/alerts-screen.tsx'

export const Route = createFileRoute('/_console/alerts')({
  loader: () => loadMessages(['alerts', 'preferences']),
  component: AlertsScreen,
})
