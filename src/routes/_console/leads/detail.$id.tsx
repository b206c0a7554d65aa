import { createFileRoute } from '@tanstack/react-router'
import { listSearch } from '#console/kit/list/search.ts'
import { requireAccess } from '#console/shell/require-access.ts'

/** A lead to look at, for those who may read and not change it. */
export const Route = createFileRoute('/_console/leads/detail/$id')({
  validateSearch: listSearch,
  beforeLoad: ({ location }) => requireAccess('leads', 'get', location.href),
  loader: async ({ params }) => {
    const { screens } = await import('#console/leads/screens.tsx')
    void screens.prefetchOne(params.id)
    return screens
  },
  component: LeadDetailPage,
})

function LeadDetailPage() {
  const { Form } = Route.useLoaderData()
  return <Form id={Route.useParams().id} search={Route.useSearch()} readOnly />
}
