import { createFileRoute, useRouter } from '@tanstack/react-router'
import { loadMessages } from '#console/i18n/i18n.ts'
import { takeLastPath } from '#console/shell/base/last-path.ts'
import { requireGuest } from '#console/shell/base/require-access.ts'
import { LoginScreen } from '#console/shell/login/login-screen.tsx'

export const Route = createFileRoute('/login')({
  beforeLoad: requireGuest,
  loader: () => loadMessages(['session', 'forms']),
  component: Login,
})

function Login() {
  const { history } = useRouter()
  return <LoginScreen onSignedIn={() => history.replace(takeLastPath())} />
}
