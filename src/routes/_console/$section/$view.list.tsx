import { createFileRoute, notFound } from '@tanstack/react-router'
import { getConfig } from '#console/data/api/config.ts'
import { listSearch } from '#console/kit/list/query/search.ts'
import { sectionScreens } from '#console/sections/screens.ts'
import { requireAccess } from '#console/shell/base/require-access.ts'
import { viewsOf } from '#contract/kit/section/view.ts'

/** A view of a section with its own path; drawn by the parent route, like its list. */
export const Route = createFileRoute('/_console/$section/$view/list')({
  validateSearch: listSearch,
  beforeLoad: ({ params, location }) => requireAccess(params.section, 'get', location.href),
  loaderDeps: ({ search }) => search,
  loader: async ({ params, location }) => {
    const screens = await sectionScreens(params.section)
    const view = screens && viewsOf(screens.section).find(({ at }) => at === params.view)
    if (!view || (view.backOffice && getConfig().backOffice)) throw notFound()
    if (view.permission) await requireAccess(params.section, 'get', location.href, view.permission)
    return screens
  },
})
