import { createFileRoute } from '@tanstack/react-router'
import { loadMessages } from '#console/i18n/i18n.ts'
import { requireGuest } from '#console/shell/base/require-access.ts'
import { ForgotScreen } from '#console/shell/login/forgot-screen.tsx'

export const Route = createFileRoute('/forgot-password')({
  beforeLoad: requireGuest,
  loader: () => loadMessages(['session', 'forms']),
  component: ForgotScreen,
})
