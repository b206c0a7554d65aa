import { createFileRoute } from '@tanstack/react-router'
import { loadMessages } from '#console/i18n/i18n.ts'
import { LoginScreen } from '#console/shell/login/login-screen.tsx'
import { requireGuest } from '#console/shell/require-access.ts'

export const Route = createFileRoute('/login')({
  beforeLoad: requireGuest,
  loader: () => loadMessages(['session', 'forms']),
  component: LoginScreen,
})
