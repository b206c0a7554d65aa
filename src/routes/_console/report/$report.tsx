import { createFileRoute, redirect } from '@tanstack/react-router'
import { ReportScreen } from '#console/reports/report-screen.tsx'
import { useItems } from '#console/shell/base/navigation.ts'
import { requireAccess } from '#console/shell/base/require-access.ts'

export const Route = createFileRoute('/_console/report/$report')({
  // The screen reads its search itself: what is here is loaded before the first row.
  validateSearch: (search: Record<string, string | undefined>) => search,
  beforeLoad: async ({ params, location }) => {
    if (params.report === 'list') throw redirect({ href: '/report', replace: true })
    await requireAccess('report', 'get', location.href)
    return requireAccess(`report-${params.report}`, 'get', location.href)
  },
  loader: async ({ params, location }) => (await import('#console/reports/load-report.ts')).loadReport(params.report, location.search),
  component: ReportPage,
})

function ReportPage() {
  const { report } = Route.useParams()
  const items = useItems()
  const mayOpen = (section: string) => items.some(({ name }) => name === section)
  return <ReportScreen key={report} report={Route.useLoaderData()} path={report} search={Route.useSearch()} mayOpen={mayOpen} />
}
