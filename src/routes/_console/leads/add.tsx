import { createFileRoute } from '@tanstack/react-router'
import { listSearch } from '#console/kit/list/search.ts'
import { requireAccess } from '#console/shell/require-access.ts'

export const Route = createFileRoute('/_console/leads/add')({
  validateSearch: listSearch,
  beforeLoad: ({ location }) => requireAccess('leads', 'create', location.href),
  loader: async () => {
    const { screens } = await import('#console/leads/screens.tsx')
    return screens
  },
  component: AddLeadPage,
})

function AddLeadPage() {
  const { Form } = Route.useLoaderData()
  return <Form id={null} search={Route.useSearch()} />
}
