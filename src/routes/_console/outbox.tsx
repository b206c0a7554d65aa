import { createFileRoute } from '@tanstack/react-router'
import { loadMessages } from '#console/i18n/i18n.ts'
import { OutboxScreen } from '#console/shell/outbox/outbox-screen.tsx'

export const Route = createFileRoute('/_console/outbox')({
  loader: () => loadMessages(['outbox', 'kit', 'memory', 'forms', 'preferences']),
  component: OutboxScreen,
})
