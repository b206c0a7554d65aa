import { createFileRoute, notFound } from '@tanstack/react-router'
import { listSearch } from '#console/kit/list/search.ts'
import { sectionScreens } from '#console/sections/screens.ts'
import { requireAccess } from '#console/shell/require-access.ts'

/** A record to look at, for those who may read and not change it; its form is read-only then. */
export const Route = createFileRoute('/_console/$section/detail/$id')({
  validateSearch: listSearch,
  beforeLoad: ({ params, location }) => requireAccess(params.section, 'get', location.href),
  loader: async ({ params }) => {
    const screens = await sectionScreens(params.section)
    if (!screens) throw notFound()
    void screens.prefetchOne(params.id)
    return screens
  },
  component: DetailPage,
})

function DetailPage() {
  const { Form, section } = Route.useLoaderData()
  return <Form key={section.name} id={Route.useParams().id} search={Route.useSearch()} readOnly />
}
