import { createFileRoute, notFound } from '@tanstack/react-router'
import { listSearch } from '#console/kit/list/search.ts'
import { sectionScreens } from '#console/sections/screens.ts'
import { requireAccess } from '#console/shell/require-access.ts'

export const Route = createFileRoute('/_console/$section/add')({
  validateSearch: listSearch,
  beforeLoad: ({ params, location }) => requireAccess(params.section, 'create', location.href),
  loader: async ({ params }) => {
    const screens = await sectionScreens(params.section)
    if (!screens) throw notFound()
    return screens
  },
  component: AddPage,
})

function AddPage() {
  const { Form, section } = Route.useLoaderData()
  return <Form key={section.name} id={null} search={Route.useSearch()} />
}
