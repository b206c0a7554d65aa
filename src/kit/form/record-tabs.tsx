import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, use, useState } from 'react'
import { getConfig } from '#console/data/config.ts'
import { useAccess } from '#console/data/session.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { type Access, passes } from '#contract/kit/permission.ts'
import type { AnyRow, Section } from '#contract/kit/section.ts'
import type { ChildOptions } from '#contract/kit/view.ts'
import { isSectionName, sections } from '#contract/sections/index.ts'
import type { SectionModule } from '../define-section.tsx'
import type { RecordPanel } from '../list/extras.ts'
import { ListPane } from '../list/list-pane.tsx'
import { type FormSearch, type ListSearch, listSearch } from '../list/search.ts'
import { Failed, Skeleton } from '../list/states.tsx'
import { useMay } from '../permissions.ts'
import { recordLink } from '../section-link.ts'
import { titleOf } from '../title-of.ts'
import { FormHeader } from './form-header.tsx'

/** The screens of any section, by its name. */
export type ScreensOf = (name: string) => Promise<SectionModule | null>

/** The same promise for the same name, as `use` wants it; one that failed is begun anew. */
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

interface Props {
  section: Section
  record: AnyRow
  search: FormSearch
  readOnly: boolean
  screensOf: ScreensOf
  panels?: readonly RecordPanel[] | undefined
  /** The form. */
  children: ReactNode
}

/** A record's form, and beside it as tabs the records of other sections that belong to it; each is read when it is opened. */
export function RecordTabs({ children, ...props }: Props) {
  useLocale()
  const access = useAccess()
  const panels = props.panels?.filter(({ of }) => !of || isReadable(of, access))
  const chosen = props.section.children.find((child) => child.section === props.search.tab)
  const panel = panels?.find(({ name }) => name === props.search.tab)
  return (
    <>
      <Suspense fallback={<div className="h-control border-b" />}>
        <Tabs {...props} panels={panels} chosen={chosen} panel={panel} />
      </Suspense>
      <div hidden={chosen !== undefined || panel !== undefined}>{children}</div>
      {panel && <Panel {...props} panel={panel} />}
      {chosen && <Child key={chosen.section} {...props} child={chosen} />}
    </>
  )
}

type TabsProps = Omit<Props, 'children'>

/** Whether a person with this access reads that section at all, in this installation. */
function isReadable(definition: Section, access: Access): boolean {
  const { backOffice, permission } = definition
  const isHidden = backOffice === 'hidden' || (backOffice?.hidden ?? false)
  return passes({ action: 'get', anyOf: [permission] }, access) && !(isHidden && getConfig().backOffice)
}

function useReadable(definition: Section | null): boolean {
  const access = useAccess()
  return definition !== null && isReadable(definition, access)
}

const look =
  '-mb-px inline-flex h-control shrink-0 items-center border-b-2 border-transparent px-2 text-sm text-muted-foreground hover:text-foreground aria-[current=page]:border-primary aria-[current=page]:text-foreground'

interface Chosen {
  chosen: ChildOptions | undefined
  panel: RecordPanel | undefined
}

function Tabs({ section, record, search, readOnly, panels = [], chosen, panel }: TabsProps & Chosen) {
  const { tab: _, ...rest } = search
  const link = (tab?: string) => recordLink(section.name, record.ref, { ...rest, ...(tab && { tab }) }, !readOnly)
  return (
    <nav aria-label={titleOf(section, record)} className="flex gap-1 overflow-x-auto border-b px-4 pt-1 empty:hidden">
      <Link {...link()} replace aria-current={chosen || panel ? undefined : 'page'} activeOptions={{ exact: true }} className={look}>
        {t('kit.details')}
      </Link>
      {panels.map((one) => (
        <Link key={one.name} {...link(one.name)} replace aria-current={one === panel ? 'page' : undefined} className={look}>
          {one.label}
        </Link>
      ))}
      {section.children.map((child) => (
        <ChildTab key={child.section} child={child} link={link(child.section)} isChosen={child === chosen} />
      ))}
    </nav>
  )
}

interface TabProps {
  child: ChildOptions
  link: ReturnType<typeof recordLink>
  isChosen: boolean
}

function ChildTab({ child, link, isChosen }: TabProps) {
  if (!useReadable(use(definitionOf(child.section)))) return null
  return (
    <Link {...link} replace aria-current={isChosen ? 'page' : undefined} className={look}>
      {t(`nav.${child.section}`)}
    </Link>
  )
}

/** A tab of the section's own, under the same heading as the others. */
function Panel({ section, record, search, readOnly, panel }: TabsProps & { panel: RecordPanel }) {
  const may = useMay(section)
  const Body = panel.body
  return (
    <div className="mx-auto w-full max-w-[54rem]">
      <FormHeader
        section={section}
        record={record}
        search={listSearch(search)}
        mayEdit={may.update && !readOnly}
        name={titleOf(section, record)}
        mark={null}
      />
      <Suspense fallback={<Skeleton columns={[]} size={8} cards />}>
        <Body record={record} />
      </Suspense>
    </div>
  )
}

/** The records of a child: its own list, with its own cells, asked for those of this record alone. */
function Child({ section, record, search, readOnly, screensOf, child }: TabsProps & { child: ChildOptions }) {
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

function ChildPane({ section, record, screensOf, child }: Pick<TabsProps, 'section' | 'record' | 'screensOf'> & { child: ChildOptions }) {
  const [search, show] = useState<ListSearch>({})
  const definition = use(definitionOf(child.section))
  const mayRead = useReadable(definition)
  const module = use(kept(screens, child.section, screensOf))
  if (!mayRead || !module) return <Failed message={t('app.wrong')} offline={false} onRetry={() => location.reload()} />
  // Boards and quick filters are of the section's own screen.
  const { bodies: _, above: _above, ...extras } = module.parts.extras
  const { columns, query, sort } = child
  return (
    <ListPane
      parts={{ ...module.parts, extras }}
      view={{ name: 'all', columns, query, sort }}
      parent={{ section: section.name, field: child.parent, record }}
      state={{ search, show }}
      heading={{ level: 2, text: t(`nav.${child.section}`) }}
    />
  )
}
