import { createFileRoute, Outlet, useMatch, useMatches } from '@tanstack/react-router'
import { NotFoundScreen } from '#console/shell/base/edge-screens.tsx'
import { type OpenList, PersistentList } from '#console/shell/base/persistent-list.tsx'
import { requireSession } from '#console/shell/base/require-access.ts'
import { Shell } from '#console/shell/frame/shell.tsx'

export const Route = createFileRoute('/_console')({
  beforeLoad: ({ location }) => requireSession(location.href),
  component: Console,
  notFoundComponent: NotFound,
})

/** The list that is open. The list routes draw nothing themselves. */
function useOpenList(): OpenList | null {
  const leads = useMatch({ from: '/_console/leads/list', shouldThrow: false })
  const regular = useMatch({ from: '/_console/$section/list', shouldThrow: false })
  const view = useMatch({ from: '/_console/$section/$view/list', shouldThrow: false })
  const match = leads ?? regular ?? view
  if (match?.status !== 'success' || !match.loaderData) return null
  return { section: match.loaderData.section.name, List: match.loaderData.List, search: match.search, at: view?.params.view }
}

function Console() {
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '' })
  return (
    <Shell>
      <PersistentList list={useOpenList()} path={path} />
      <Outlet />
    </Shell>
  )
}

/** A not-found screen stands in the place of the route that shows it, so it brings the shell along. */
function NotFound() {
  return (
    <Shell>
      <NotFoundScreen />
    </Shell>
  )
}
