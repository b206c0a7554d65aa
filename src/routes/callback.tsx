import { createFileRoute } from '@tanstack/react-router'
import { loadMessages } from '#console/i18n/i18n.ts'
import { requireGuest } from '#console/shell/base/require-access.ts'
import { CallbackScreen } from '#console/shell/login/callback-screen.tsx'
import { toText } from '#contract/kit/field/guards.ts'

export const Route = createFileRoute('/callback')({
  validateSearch: (search: Record<string, unknown>) => ({ token: toText(search.token) }),
  beforeLoad: requireGuest,
  loader: () => loadMessages(['session', 'account']),
  component: Callback,
})

function Callback() {
  return <CallbackScreen token={Route.useSearch().token} />
}
