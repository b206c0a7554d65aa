import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { loadMessages } from '#console/i18n/i18n.ts'
import type { SectionModule } from '#console/kit/define-section.tsx'
import { formSearch } from '#console/kit/list/query/search.ts'
import { PageSkeleton } from '#console/kit/parts/page-skeleton.tsx'
import { sectionScreens } from '#console/sections/screens.ts'
import { requireAccess } from '#console/shell/base/require-access.ts'
import type { SectionOfKind } from '#contract/kit/field/register.ts'

/** Boards have their own lists, but the usual forms. */
const boards: Record<SectionOfKind<'board'>, () => Promise<{ screens: SectionModule }>> = {
  leads: () => import('#console/leads/screens.tsx'),
}
const isBoard = (name: string): name is SectionOfKind<'board'> => Object.hasOwn(boards, name)
const screensOf = async (name: string) => (isBoard(name) ? (await boards[name]()).screens : sectionScreens(name))

/** Required action by a path's first segment; the check ignores the rest (docs/product/access.md#routes). */
const actions = { add: 'create', duplicate: 'create', edit: 'update' } as const
const isAction = (part: string): part is keyof typeof actions => part in actions

/**
 * Forms of a section: /add, /edit/{id}, /detail/{id}, and routes of its definition. The list's state is kept, for the records before and
 * after.
 */
export const Route = createFileRoute('/_console/$section/$')({
  validateSearch: formSearch,
  beforeLoad: ({ params: { section, _splat = '' }, location }) => {
    const [part = ''] = _splat.split('/')
    return requireAccess(section, isAction(part) ? actions[part] : 'get', location.href)
  },
  loader: async ({ params: { section, _splat = '' }, location }) => {
    const [{ enterForm }, screens] = await Promise.all([import('#console/sections/pages.ts'), screensOf(section)])
    const place = enterForm(screens, _splat)
    const action = place.page && place.screens.section.routes.pages?.[place.page]
    if (action) await requireAccess(section, action, location.href)
    return place
  },
  component: FormPage,
})

const TrashedRecord = lazy(() =>
  Promise.all([
    import('#console/kit/trash/trashed-record.tsx'),
    loadMessages(['trash', 'kit', 'forms', 'sections']).catch(() => undefined),
  ]).then(([module]) => ({ default: module.TrashedRecord })),
)

function FormPage() {
  const { screens, id, given, readOnly, trashed, page = '' } = Route.useLoaderData()
  const search = Route.useSearch()
  const Page = screens.pages[page]
  if (Page && id !== null)
    return (
      <Suspense fallback={<PageSkeleton />}>
        <Page key={id} id={id} />
      </Suspense>
    )
  if (trashed && id !== null) return <TrashedRecord key={id} section={screens.section} id={id} search={search} />
  return <screens.Form key={screens.section.name} id={id} search={{ ...search, ...given }} readOnly={readOnly} screensOf={screensOf} />
}
