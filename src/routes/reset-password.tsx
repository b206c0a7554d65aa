import { createFileRoute } from '@tanstack/react-router'
import { loadMessages } from '#console/i18n/i18n.ts'
import { requireGuest } from '#console/shell/base/require-access.ts'
import { ResetScreen } from '#console/shell/login/reset-screen.tsx'
import { toText } from '#contract/kit/field/guards.ts'

export const Route = createFileRoute('/reset-password')({
  validateSearch: (search: Record<string, unknown>) => ({ token: toText(search.token) }),
  beforeLoad: requireGuest,
  loader: () => loadMessages(['session', 'forms']),
  component: ResetPassword,
})

function ResetPassword() {
  return <ResetScreen token={Route.useSearch().token} />
}
