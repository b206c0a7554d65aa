import { createFileRoute } from '@tanstack/react-router'
import { loadMessages } from '#console/i18n/i18n.ts'
import { listSearch } from '#console/kit/list/search.ts'
import { requireAccess } from '#console/shell/require-access.ts'

export const Route = createFileRoute('/_console/leads/add')({
  validateSearch: listSearch,
  beforeLoad: ({ location }) => requireAccess('leads', 'create', location.href),
  loader: async () => {
    const [{ screens }] = await Promise.all([import('#console/leads/screens.tsx'), loadMessages('leads')])
    return screens
  },
  component: AddLeadPage,
})

function AddLeadPage() {
  const { Form } = Route.useLoaderData()
  return <Form id={null} search={Route.useSearch()} />
}
