import { createFileRoute, Outlet } from '@tanstack/react-router'
import { NotFoundScreen } from '#console/shell/edge-screens.tsx'
import { requireSession } from '#console/shell/require-access.ts'
import { Shell } from '#console/shell/shell.tsx'

export const Route = createFileRoute('/_console')({
  beforeLoad: ({ location }) => requireSession(location.href),
  component: Console,
  notFoundComponent: NotFound,
})

function Console() {
  return (
    <Shell>
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
