import { createFileRoute } from '@tanstack/react-router'
import { listSearch } from '#console/kit/list/query/search.ts'
import { requireAccess } from '#console/shell/base/require-access.ts'

/** Drawn by the parent route, which keeps the list while one of its records is open. */
export const Route = createFileRoute('/_console/leads/list')({
  validateSearch: listSearch,
  beforeLoad: ({ location }) => requireAccess('leads', 'get', location.href),
  loaderDeps: ({ search }) => search,
  loader: async ({ deps }) => {
    const { screens } = await import('#console/leads/screens.tsx')
    // The board loads its own pages.
    if (deps.view !== 'board') await screens.prefetchList(deps)
    return screens
  },
})
