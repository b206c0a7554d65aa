import { createFileRoute } from '@tanstack/react-router'
import { loadMessages } from '#console/i18n/i18n.ts'
import { ForgotScreen } from '#console/shell/login/forgot-screen.tsx'
import { requireGuest } from '#console/shell/require-access.ts'

export const Route = createFileRoute('/forgot-password')({
  beforeLoad: requireGuest,
  loader: () => loadMessages(['session', 'forms']),
  component: ForgotScreen,
})
