import { createFileRoute } from '@tanstack/react-router'
import { CallbackScreen } from '#console/shell/login/callback-screen.tsx'
import { requireGuest } from '#console/shell/require-access.ts'
import { toText } from '#contract/kit/guards.ts'

export const Route = createFileRoute('/callback')({
  validateSearch: (search: Record<string, unknown>) => ({ token: toText(search.token) }),
  beforeLoad: requireGuest,
  component: Callback,
})

function Callback() {
  return <CallbackScreen token={Route.useSearch().token} />
}
