import { createFileRoute, redirect } from '@tanstack/react-router'
import { ActivityScreen } from '#console/reports/activity/activity-screen.tsx'
import { ExportHistory } from '#console/reports/activity/export-history.tsx'
import { ReportScreen } from '#console/reports/report-screen.tsx'
import { areas } from '#console/shell/base/nav.ts'
import { useItems } from '#console/shell/base/navigation.ts'
import { requireAccess } from '#console/shell/base/require-access.ts'
import { reportArea } from '#contract/reports/report-area.ts'
import { activityPaths } from '#contract/reports/screens.ts'

export const Route = createFileRoute('/_console/report/$')({
  // The screen reads its search itself: what is here is loaded before the first row.
  validateSearch: (search: Record<string, string | undefined>) => search,
  beforeLoad: async ({ params: { _splat = '' }, location }) => {
    const area = areas.find(({ name }) => name === reportArea(_splat))
    await requireAccess(area?.name ?? 'report', 'get', location.href)
    if (area && area.path !== `/report/${_splat}`) throw redirect({ href: area.path, replace: true })
  },
  loader: async ({ params: { _splat = '' }, location }) =>
    (await import('#console/reports/load-report.ts')).loadReport(_splat, location.search),
  component: ReportPage,
})

function ReportPage() {
  const { _splat: path = '' } = Route.useParams()
  const items = useItems()
  const mayOpen = (section: string) => items.some(({ name }) => name === section)
  const search = Route.useSearch()
  const reports = Route.useLoaderData()
  if (path === activityPaths.history) return <ExportHistory search={search} />
  const Screen = path === activityPaths.list ? ActivityScreen : ReportScreen
  return <Screen key={path} reports={reports} path={path} search={search} mayOpen={mayOpen} />
}
