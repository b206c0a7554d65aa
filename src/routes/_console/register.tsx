import { createFileRoute } from '@tanstack/react-router'
import { loadMessages, loadSectionWords } from '#console/i18n/i18n.ts'
import { inviteScreens } from '#console/sections/auth/user/invite.tsx'
import { RegisterScreen } from '#console/shell/account/register-screen.tsx'

export const Route = createFileRoute('/_console/register')({
  loader: () => Promise.all([loadMessages(['account', 'session', 'forms', 'kit', 'sections']), loadSectionWords('user')]),
  component: () => <RegisterScreen form={<inviteScreens.Form id={null} search={{}} />} />,
})
