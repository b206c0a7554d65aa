import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { hasNoConnection } from '#console/data/api/api-error.ts'
import { useOutboxKnown } from '#console/data/query/outbox-known.ts'
import { useOverlayOne } from '#console/data/query/outbox-store.ts'
import { oneOptions } from '#console/data/query/queries.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import type { MessageId } from '#console/i18n/message-id.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import type { RecordPanel } from '../../list/query/extras.ts'
import { type FormSearch, listSearch } from '../../list/query/search.ts'
import { Failed } from '../../list/table/no-rows.tsx'
import { PageSkeleton } from '../../parts/page-skeleton.tsx'
import { StaleNotice } from '../../parts/stale-notice.tsx'
import { copyOf } from '../values/copy.ts'
import { formPath, openedOf } from '../values/prefill.ts'
import type { FormTools, FormValues } from '../values/tools.ts'
import { RecordDetail, type RecordParts } from './record-detail.tsx'
import { RecordForm } from './record-form.tsx'
import { RecordTabs, type ScreensOf } from './record-tabs.tsx'
import { isComplete } from './use-base.ts'
import { usePrefill } from './use-prefill.ts'
import type { ConfirmSave, CreateWords } from './use-save.ts'

export interface FormScreenProps {
  section: Section
  form: (tools: FormTools) => ReactNode
  /** Id number or ref; null adds a record. */
  id: string | null
  search: FormSearch
  /** Shown without editing. */
  readOnly: boolean
  /** Whether a record is protected, such as the role Root. */
  isProtected?: ((row: AnyRow) => boolean) | undefined
  /** Heading of a new record, where it is not 'New …'. */
  title?: MessageId | undefined
  notified?: CreateWords | undefined
  /** Asks before a save that has consequences. */
  confirmSave?: ConfirmSave | undefined
  /** Initial values of a new record for this person. */
  starts?: ((search: FormSearch) => Readonly<Record<string, unknown>>) | undefined
  /** Summary of a new record above its buttons. */
  summary?: (() => ReactNode) | undefined
  /** Additional tabs. */
  panels?: readonly RecordPanel[] | undefined
  /** Draws a record that is only read, in place of its fields. */
  detail?: RecordParts | undefined
  /** Screens of the sections whose lists are tabs here; without it there are none. */
  screensOf?: ScreensOf | undefined
}

/** The add or edit page of a section, remounted for each URL that prefills it differently. */
export function FormScreen(props: FormScreenProps) {
  useLocale()
  const { section, search } = props
  const id = props.id ?? openedOf(section, search)
  return <Begun key={formPath(section, id, search)} {...props} id={id} />
}

function Begun(props: FormScreenProps) {
  const { section, id, search } = props
  const prefill = usePrefill(section, search, id === null)
  if (!prefill) return <PageSkeleton />
  if (id !== null) return <Loaded {...props} id={id} prefill={prefill} />
  if (search.copy) return <Loaded {...props} id={search.copy} prefill={prefill} isCopy />
  return <RecordForm {...props} record={null} mark={null} prefill={prefill} />
}

interface LoadedProps extends FormScreenProps {
  id: string
  prefill: FormValues
  isCopy?: boolean
}

function Loaded({ isCopy = false, ...props }: LoadedProps) {
  const { section, id } = props
  const known = useOutboxKnown()
  const { data, error, isPlaceholderData, fetchStatus, refetch } = useQuery(oneOptions(section, id))
  const folded = useOverlayOne(section, data ?? null, id)
  const offline = hasNoConnection({ error, fetchStatus })
  const waiting = isPlaceholderData && !offline && !error && data !== undefined && !isComplete(section, data)
  // A row of a list lacks long texts: saving it would lose content that nobody saw.
  const isCut = folded !== null && section.list.omit.some((name) => !Object.hasOwn(folded.row, name))
  if (!known) return <PageSkeleton />
  if (isCut && offline) return <Failed message={t('connection.none')} offline onRetry={() => void refetch()} />
  if (folded && !waiting && isCopy) return <RecordForm {...props} record={null} mark={null} starts={() => copyOf(section, folded.row)} />
  if (folded && !waiting) {
    const { row, _state } = folded
    const { search, readOnly, screensOf, panels } = props
    const page = section.actions.includes('update') ? (
      <RecordForm key={row.ref} {...props} record={row} mark={_state} />
    ) : (
      <RecordDetail key={row.ref} section={section} record={row} mark={_state} search={listSearch(search)} detail={props.detail} />
    )
    return (
      <>
        <StaleNotice queryKey={queryKeys.one(section.name, id)} className="mx-auto mt-3 w-[calc(100%-2rem)] max-w-[54rem]" />
        {/* A record that waits has no children known to the server. */}
        {row.version > 0 && (screensOf || section.kind === 'setting') ? (
          <RecordTabs {...{ section, search, readOnly, screensOf, panels }} record={row}>
            {page}
          </RecordTabs>
        ) : (
          page
        )}
      </>
    )
  }
  if (error || offline) return <Failed message={error?.message ?? t('app.wrong')} offline={offline} onRetry={() => void refetch()} />
  return <PageSkeleton />
}
