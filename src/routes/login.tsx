import { createFileRoute } from '@tanstack/react-router'
import { loadMessages } from '#console/i18n/i18n.ts'
import { requireGuest } from '#console/shell/base/require-access.ts'
import { LoginScreen } from '#console/shell/login/login-screen.tsx'

export const Route = createFileRoute('/login')({
  beforeLoad: requireGuest,
  loader: () => loadMessages(['session', 'forms']),
  component: LoginScreen,
})
