import { type ComponentType, memo, type ReactNode } from 'react'
import { listOptions, oneOptions } from '#console/data/query/queries.ts'
import { queryClient } from '#console/data/query/query-client.ts'
import { loadMessages } from '#console/i18n/i18n.ts'
import type { MessageId } from '#console/i18n/message-id.ts'
import type { AnyRow, Row, Section } from '#contract/kit/section/section.ts'
import { settingId } from '#contract/kit/section/section-options.ts'
import { groupedForm } from './form/grouped-form.tsx'
import type { FormScreenProps } from './form/screen/form-screen.tsx'
import type { RecordParts } from './form/screen/record-detail.tsx'
import type { ConfirmSave, CreateWords } from './form/screen/use-save.ts'
import type { FieldOptions, FormTools } from './form/values/tools.ts'
import { type Column, type ColumnOptions, completeColumns, makeColumn } from './list/query/columns.ts'
import type { ListExtras } from './list/query/extras.ts'
import type { ListParts } from './list/query/pane.ts'
import { type FormSearch, type ListSearch, readSearch } from './list/query/search.ts'
import { ListScreen } from './list/screen/list-screen.tsx'
import { preloadable } from './parts/deferred.tsx'

/** A section's screens without its types, so that routes need neither a type parameter nor a cast. */
export interface SectionModule {
  readonly section: Section
  /** The list screens; `at`: path of a view. */
  readonly List: ComponentType<{ search: ListSearch; at?: string | undefined }>
  /** List parts for use on another screen. */
  readonly parts: ListParts
  /** `id`: id number or ref; null adds a record. `readOnly`: no editing. */
  readonly Form: ComponentType<{ id: string | null; search: FormSearch; readOnly?: boolean; screensOf?: FormScreenProps['screensOf'] }>
  /** Pages of a record beside its form, as named by `routes.pages` of the section. */
  readonly pages: Readonly<Record<string, ComponentType<{ id: string }>>>
  readonly prefetchList: (search: ListSearch) => Promise<void>
  readonly prefetchOne: (id: string) => Promise<void>
}

type ColumnName<S extends Section> = (keyof Row<S> & string) | 'created_at' | 'created_by' | 'updated_at' | 'updated_by'

export interface SectionScreens<S extends Section> extends ListExtras {
  /** Customised columns; the other columns of the section's list follow in its order. */
  columns?: (tools: { column: (name: ColumnName<S>, options?: ColumnOptions) => Column }) => readonly Column[]
  /** The form as JSX; without it the section's groups are drawn with the options in `fields`. */
  form?: (tools: FormTools<keyof S['fields'] & string>) => ReactNode
  fields?: (record: AnyRow | null) => Partial<Record<keyof S['fields'] & string, FieldOptions>>
  /** Summary of a new record above its buttons, always visible; drawn inside the form, so it can watch values. */
  summary?: () => ReactNode
  /** Draws a record of a section without `update`, in place of its fields. */
  detail?: RecordParts
  /** Heading of a new record, where it is not 'New …'. */
  title?: MessageId
  notified?: CreateWords
  /** Asks before a save that has consequences. */
  confirmSave?: ConfirmSave
  /** Initial values of a new record for this person, over those of its fields. */
  starts?: (search: FormSearch) => Readonly<Record<string, unknown>>
  pages?: SectionModule['pages']
  /** Fetches code or data that the form needs. */
  prepare?: () => Promise<unknown>
}

/** Loaded with its words; without them it still shows, with message ids, when the network fails here. */
const formScreen = preloadable<FormScreenProps>(async () => {
  const catalogs = loadMessages(['forms', 'kit', 'sections']).catch(() => undefined)
  return (await Promise.all([import('./form/screen/form-screen.tsx'), catalogs]))[0].FormScreen
})
const FormScreen = formScreen.Component

/** Rows that arrive within this time avoid a skeleton and a second drawing. */
const shortly = () => new Promise<void>((resolve) => setTimeout(resolve, 100))

/** Defines the console's half of a section: customised columns and form. All else is derived (docs/ARCHITECTURE.md#add-a-section). */
export function defineSection<const S extends Section>(section: S, screens: SectionScreens<S> = {}): SectionModule {
  const {
    columns: makeColumns,
    fields,
    form = groupedForm(section, fields),
    starts,
    prepare,
    title,
    detail,
    notified,
    confirmSave,
    summary,
    pages = {},
    ...extras
  } = screens
  const columns = completeColumns(section, makeColumns?.({ column: (name, options) => makeColumn(section, name, options) }) ?? [])
  const prefetchOne = async (id: string) => queryClient.prefetchQuery(oneOptions(section, id))
  const loadForm = () => void Promise.all([formScreen.load(), prepare?.()]).catch(() => undefined)

  const parts: ListParts = {
    section,
    columns,
    extras,
    onIntent: (row) => {
      loadForm()
      void prefetchOne(row.ref)
    },
  }

  // biome-ignore lint/correctness/noComponentHookFactories: made once per section, when its module is loaded
  const Form: SectionModule['Form'] = ({ id, search, readOnly = false, screensOf }) => (
    <FormScreen
      section={section}
      form={form}
      id={id}
      search={search}
      readOnly={readOnly}
      screensOf={screensOf}
      isProtected={extras.isProtected}
      starts={starts}
      title={title}
      detail={detail}
      notified={notified}
      confirmSave={confirmSave}
      summary={summary}
      panels={extras.panels}
    />
  )
  // The form of a setting is its list.
  const only = section.kind === 'setting' && String(settingId)

  return {
    section,
    parts,
    Form,
    pages,
    prefetchOne,
    prefetchList: async (search) => {
      if (only) return loadForm()
      const options = listOptions(section, readSearch(search).query)
      const coming = queryClient.prefetchQuery(options)
      if (queryClient.getQueryData(options.queryKey) === undefined) await Promise.race([coming, shortly()])
    },
    // biome-ignore lint/correctness/noComponentHookFactories: made once per section, when its module is loaded
    List: memo(({ search, at }) =>
      only ? <Form id={only} search={{}} /> : <ListScreen parts={parts} search={search} at={at} onIdle={loadForm} />,
    ),
  }
}
