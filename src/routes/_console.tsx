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

/** The open list. List routes render nothing themselves. */
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

/** A not-found screen replaces its route, so it includes the shell. */
function NotFound() {
  return (
    <Shell>
      <NotFoundScreen />
    </Shell>
  )
}
