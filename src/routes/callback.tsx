import { createFileRoute } from '@tanstack/react-router'
import { CallbackScreen } from '#console/shell/login/callback-screen.tsx'
import { requireGuest } from '#console/shell/require-access.ts'

export const Route = createFileRoute('/callback')({
  validateSearch: (search: Record<string, unknown>) => ({ token: String(search.token ?? '') }),
  beforeLoad: requireGuest,
  component: Callback,
})

function Callback() {
  return <CallbackScreen token={Route.useSearch().token} />
}
