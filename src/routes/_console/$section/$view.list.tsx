import { createFileRoute, notFound } from '@tanstack/react-router'
import { listSearch } from '#console/kit/list/search.ts'
import { sectionScreens } from '#console/sections/screens.ts'
import { requireAccess } from '#console/shell/require-access.ts'
import { viewsOf } from '#contract/kit/view.ts'

/** A view of a section with a path of its own; drawn by the route above, as its list is. */
export const Route = createFileRoute('/_console/$section/$view/list')({
  validateSearch: listSearch,
  beforeLoad: ({ params, location }) => requireAccess(params.section, 'get', location.href),
  loaderDeps: ({ search }) => search,
  loader: async ({ params }) => {
    const screens = await sectionScreens(params.section)
    if (!screens || !viewsOf(screens.section).some(({ at }) => at === params.view)) throw notFound()
    return screens
  },
})
