import { createFileRoute } from '@tanstack/react-router'
import { loadMessages } from '#console/i18n/i18n.ts'
import { ImportScreen } from '#console/leads/import/import-screen.tsx'
import { requireAccess } from '#console/shell/base/require-access.ts'

export const Route = createFileRoute('/_console/leads/import')({
  beforeLoad: ({ location }) => requireAccess('leads', 'create', location.href),
  loader: () => loadMessages(['import', 'forms', 'kit']),
  component: ImportScreen,
})
