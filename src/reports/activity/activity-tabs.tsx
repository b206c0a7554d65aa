import { Link } from '@tanstack/react-router'
import { t } from '#console/i18n/i18n.ts'
import { reportArea } from '#contract/reports/report-area.ts'
import { activityPaths } from '#contract/reports/screens.ts'

/** Numbers of activity, and what was exported. */
export const ActivityTabs = () => (
  <nav
    aria-label={t(`nav.${reportArea(activityPaths.list)}`)}
    className="flex gap-1 overflow-x-auto [scrollbar-width:none] border-b print:hidden"
  >
    {Object.values(activityPaths).map((path) => (
      <Link
        key={path}
        to="/report/$"
        params={{ _splat: path }}
        activeOptions={{ includeSearch: false }}
        className="-mb-px inline-flex h-control shrink-0 items-center border-b-2 border-transparent px-2 text-sm text-muted-foreground hover:text-foreground aria-[current=page]:border-primary aria-[current=page]:text-foreground"
      >
        {t(`nav.${reportArea(path)}`)}
      </Link>
    ))}
  </nav>
)
