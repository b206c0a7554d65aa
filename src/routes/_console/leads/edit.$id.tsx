import { createFileRoute } from '@tanstack/react-router'
import { listSearch } from '#console/kit/list/search.ts'
import { requireAccess } from '#console/shell/require-access.ts'

/** `id` is a number or a ref: a lead made offline is opened and edited before the server has numbered it. */
export const Route = createFileRoute('/_console/leads/edit/$id')({
  validateSearch: listSearch,
  beforeLoad: ({ location }) => requireAccess('leads', 'update', location.href),
  loader: async ({ params }) => {
    const { screens } = await import('#console/leads/screens.tsx')
    void screens.prefetchOne(params.id)
    return screens
  },
  component: EditLeadPage,
})

function EditLeadPage() {
  const { Form } = Route.useLoaderData()
  return <Form id={Route.useParams().id} search={Route.useSearch()} />
}
