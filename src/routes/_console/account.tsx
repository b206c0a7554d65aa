import { createFileRoute } from '@tanstack/react-router'
import { loadMessages } from '#console/i18n/i18n.ts'
import { AccountScreen } from '#console/shell/account/account-screen.tsx'

export const Route = createFileRoute('/_console/account')({
  loader: () => loadMessages(['account', 'session', 'forms']),
  component: AccountScreen,
})
