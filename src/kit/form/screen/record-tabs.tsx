import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, use, useState } from 'react'
import { getConfig } from '#console/data/api/config.ts'
import { useAccess, useSession } from '#console/data/api/session.ts'
import { skipsReads } from '#console/data/query/queries.ts'
import { loadMessages, t, useLocale } from '#console/i18n/i18n.ts'
import { type Access, passes } from '#contract/kit/field/permission.ts'
import { isHidden } from '#contract/kit/section/back-office.ts'
import { fillPath } from '#contract/kit/section/call.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import type { ChildOptions } from '#contract/kit/section/view.ts'
import { isSectionName, sections } from '#contract/sections/index.ts'
import type { SectionModule } from '../../define-section.tsx'
import type { RecordPanel } from '../../list/query/extras.ts'
import { type FormSearch, type ListSearch, listSearch } from '../../list/query/search.ts'
import { ListPane } from '../../list/screen/list-pane.tsx'
import { Failed } from '../../list/table/no-rows.tsx'
import { Skeleton } from '../../list/table/states.tsx'
import { deferred } from '../../parts/deferred.tsx'
import { useMay } from '../../text/permissions.ts'
import { recordLink, trashedLink } from '../../text/section-link.ts'
import { titleOf } from '../../text/title-of.ts'
import { FormHeader } from './form-header.tsx'
import { recordWidth } from './record-columns.tsx'

/** Loads the screens of a section by name. */
export type ScreensOf = (name: string) => Promise<SectionModule | null>

/** Returns the same promise for a name, as `use` requires; a rejected one restarts. */
function kept<T>(all: Map<string, Promise<T>>, name: string, load: (name: string) => Promise<T>): Promise<T> {
  const before = all.get(name)
  if (before) return before
  const loading = load(name)
  all.set(name, loading)
  loading.catch(() => all.delete(name))
  return loading
}

const definitions = new Map<string, Promise<Section | null>>()
const screens = new Map<string, Promise<SectionModule | null>>()
const definitionOf = (name: string) => kept(definitions, name, async (one) => (isSectionName(one) ? sections[one]() : null))

/** Loaded with its words; without them it still shows, with message ids, when the network fails here. */
const History = deferred(async () => {
  const catalogs = loadMessages(['history', 'conflict', 'outbox']).catch(() => undefined)
  const [module] = await Promise.all([import('../../history/history.tsx'), catalogs])
  return module.History
})

/** Name of the history tab. */
const historyTab = 'history'

interface Props {
  section: Section
  record: AnyRow
  search: FormSearch
  readOnly: boolean
  /** Without it there are no lists of other sections. */
  screensOf?: ScreensOf | undefined
  panels?: readonly RecordPanel[] | undefined
  /** Path of the trash for a deleted record, which has its history and no tab with editable records. */
  trashAt?: string | undefined
  /** The form. */
  children: ReactNode
}

/** A record's form with tabs for its history and the child records of other sections; each tab is read when it is opened. */
export function RecordTabs({ children, ...props }: Props) {
  useLocale()
  const { section, search, screensOf, trashAt } = props
  const access = useAccess()
  const { session } = useSession()
  // A setting's URL has no place for a tab.
  const [own, setOwn] = useState<string>()
  const name = section.kind === 'setting' ? own : search.tab
  const hasHistory = section.audit && !session?.plain
  const panels = trashAt === undefined ? (props.panels ?? []).filter(({ of }) => !of || isReadable(of, access)) : []
  const lists = trashAt === undefined && screensOf ? section.children : []
  const chosen = lists.find((child) => child.section === name)
  const panel = panels.find((one) => one.name === name)
  const isHistory = hasHistory && name === historyTab
  if (!hasHistory && !panels.length && !lists.length) return children
  const { tab: _, ...rest } = search
  const link = (to?: string) => {
    const next = { ...rest, ...(to && { tab: to }) }
    return trashAt === undefined
      ? recordLink(section.name, props.record.ref, next, !props.readOnly)
      : trashedLink(section.name, trashAt, props.record.ref, next)
  }
  const tab = (tabName: string | undefined, isChosen: boolean, label: string): ReactNode => (
    <Tab
      key={tabName ?? ''}
      isChosen={isChosen}
      {...(section.kind === 'setting' ? { onChoose: () => setOwn(tabName) } : { link: link(tabName) })}
    >
      {label}
    </Tab>
  )
  return (
    <>
      <Suspense fallback={<div className="h-control border-b" />}>
        <div className="border-b">
          <nav
            aria-label={titleOf(section, props.record)}
            className={`flex gap-1 overflow-x-auto [scrollbar-width:none] px-4 pt-1 ${recordWidth(section)}`}
          >
            {tab(undefined, !chosen && !panel && !isHistory, t('kit.details'))}
            {panels.map((one) => tab(one.name, one === panel, one.label))}
            {lists.map((child) => (
              <IfReadable key={child.section} name={child.section}>
                {tab(child.section, child === chosen, t(`nav.${child.section}`))}
              </IfReadable>
            ))}
            {hasHistory && tab(historyTab, isHistory, t('kit.history'))}
          </nav>
        </div>
      </Suspense>
      <div hidden={chosen !== undefined || panel !== undefined || isHistory}>{children}</div>
      {panel && (
        <Beside {...props}>
          <panel.body record={props.record} />
        </Beside>
      )}
      {chosen && screensOf && <Child key={chosen.section} {...props} screensOf={screensOf} child={chosen} />}
      {isHistory && <HistoryOf {...props} />}
    </>
  )
}

/** Whether a person with this access reads that section in this installation. */
function isReadable(definition: Section, access: Access): boolean {
  const isLeftOut = getConfig().backOffice && (isHidden(definition) || skipsReads(definition))
  return passes({ action: 'get', anyOf: [definition.permission] }, access) && !isLeftOut
}

function useReadable(definition: Section | null): boolean {
  const access = useAccess()
  return definition !== null && isReadable(definition, access)
}

const look =
  '-mb-px inline-flex h-control shrink-0 items-center border-b-2 border-transparent px-2 text-sm text-muted-foreground hover:text-foreground aria-[current=page]:border-primary aria-[current=page]:text-foreground'

interface TabProps {
  isChosen: boolean
  link?: ReturnType<typeof recordLink>
  onChoose?: () => void
  children: ReactNode
}

function Tab({ isChosen, link, onChoose, children }: TabProps) {
  const shared = { 'aria-current': isChosen ? 'page' : undefined, className: look } as const
  if (!link)
    return (
      <button type="button" onClick={onChoose} {...shared}>
        {children}
      </button>
    )
  return (
    <Link {...link} replace activeOptions={{ exact: true }} {...shared}>
      {children}
    </Link>
  )
}

function IfReadable({ name, children }: { name: string; children: ReactNode }) {
  return useReadable(use(definitionOf(name))) ? children : null
}

type BesideProps = Omit<Props, 'children'>

/** The content of another tab, under the form's heading. */
function Beside({ section, record, search, readOnly, trashAt, children }: Props) {
  const may = useMay(section)
  return (
    <div className={recordWidth(section)}>
      <FormHeader
        section={section}
        record={trashAt === undefined ? record : null}
        search={listSearch(search)}
        mayEdit={may.update && !readOnly}
        name={titleOf(section, record)}
        mark={null}
      />
      <Suspense fallback={<Skeleton columns={[]} size={8} cards />}>{children}</Suspense>
    </div>
  )
}

function HistoryOf(props: BesideProps) {
  const { section, record, readOnly, trashAt } = props
  const may = useMay(section)
  return (
    <Beside {...props}>
      <div className="px-4 pb-8">
        <History section={section} record={record} mayRestore={may.update && !readOnly && trashAt === undefined} />
      </div>
    </Beside>
  )
}

interface ChildProps extends BesideProps {
  screensOf: ScreensOf
  child: ChildOptions
}

/** Child records: the child's own list with its own cells, filtered by this record. */
function Child({ section, record, search, readOnly, screensOf, child }: ChildProps) {
  const may = useMay(section)
  return (
    <>
      <FormHeader
        section={section}
        record={record}
        search={listSearch(search)}
        mayEdit={may.update && !readOnly}
        name={titleOf(section, record)}
        mark={null}
      />
      <Suspense fallback={<Skeleton columns={[]} size={8} cards />}>
        <ChildPane section={section} record={record} screensOf={screensOf} child={child} />
      </Suspense>
    </>
  )
}

function ChildPane({ section, record, screensOf, child }: Omit<ChildProps, 'search' | 'readOnly'>) {
  const [search, show] = useState<ListSearch>({})
  const definition = use(definitionOf(child.section))
  const mayRead = useReadable(definition)
  const module = use(kept(screens, child.section, screensOf))
  if (!mayRead || !module) return <Failed message={t('app.wrong')} offline={false} onRetry={() => location.reload()} />
  // Boards and quick filters are for the section's screen.
  const { bodies: _, above: _above, quick: _quick, ...extras } = module.parts.extras
  const { columns, query, sort, call } = child
  const own = call === undefined ? undefined : sectionCall(module.section, call)
  return (
    <ListPane
      parts={{ ...module.parts, extras }}
      view={{ name: 'all', columns, query, sort }}
      parent={{ section: section.name, field: child.parent, record }}
      call={own && { ...own, path: fillPath(own.path, { [child.parent]: record.id }) }}
      state={{ search, show }}
      heading={{ level: 2, text: t(`nav.${child.section}`) }}
    />
  )
}
