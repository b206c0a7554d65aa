import { createFileRoute } from '@tanstack/react-router'
import { AlertsScreen } from '#console/chat/alerts-screen.tsx'
import { loadMessages } from '#console/i18n/i18n.ts'

export const Route = createFileRoute('/_console/alerts')({
  loader: () => loadMessages(['alerts', 'preferences']),
  component: AlertsScreen,
})
