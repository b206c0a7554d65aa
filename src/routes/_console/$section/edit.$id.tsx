import { createFileRoute, notFound } from '@tanstack/react-router'
import { listSearch } from '#console/kit/list/search.ts'
import { sectionScreens } from '#console/sections/screens.ts'
import { requireAccess } from '#console/shell/require-access.ts'

/** The list's state comes along, so that the form knows the records before and after. */
export const Route = createFileRoute('/_console/$section/edit/$id')({
  validateSearch: listSearch,
  beforeLoad: ({ params, location }) => requireAccess(params.section, 'update', location.href),
  loader: async ({ params }) => {
    const screens = await sectionScreens(params.section)
    if (!screens) throw notFound()
    void screens.prefetchOne(params.id)
    return screens
  },
  component: EditPage,
})

function EditPage() {
  const { Form, section } = Route.useLoaderData()
  return <Form key={section.name} id={Route.useParams().id} search={Route.useSearch()} />
}
