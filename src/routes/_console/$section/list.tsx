import { createFileRoute, notFound } from '@tanstack/react-router'
import { listSearch } from '#console/kit/list/query/search.ts'
import { sectionScreens } from '#console/sections/screens.ts'
import { requireAccess } from '#console/shell/base/require-access.ts'

/** Drawn by the parent route, which keeps the list while one of its records is open. */
export const Route = createFileRoute('/_console/$section/list')({
  validateSearch: listSearch,
  beforeLoad: ({ params, location }) => requireAccess(params.section, 'get', location.href),
  loaderDeps: ({ search }) => search,
  loader: async ({ params, deps }) => {
    const screens = await sectionScreens(params.section)
    if (!screens) throw notFound()
    await screens.prefetchList(deps)
    return screens
  },
})
