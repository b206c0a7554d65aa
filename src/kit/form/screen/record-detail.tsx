import { useNavigate } from '@tanstack/react-router'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { useAccess } from '#console/data/api/session.ts'
import { useTitle } from '#console/ui/hooks/use-title.ts'
import { met } from '#contract/kit/field/condition.ts'
import { type Field, type Fields, isEmpty, isStoredFile } from '#contract/kit/field/field.ts'
import { isRecord, toText } from '#contract/kit/field/guards.ts'
import { holds } from '#contract/kit/field/permission.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { FileLink } from '../../files/file-link.tsx'
import type { ListSearch } from '../../list/query/search.ts'
import { type Mark, MarkBadge } from '../../parts/marks.tsx'
import { Picture } from '../../parts/picture.tsx'
import { PrivateFile } from '../../parts/private-file.tsx'
import { Value } from '../../parts/value.tsx'
import { formatNumber } from '../../text/format.ts'
import { fieldLabel, partLabel } from '../../text/labels.ts'
import { useMay } from '../../text/permissions.ts'
import { listLink } from '../../text/section-link.ts'
import { titleOf } from '../../text/title-of.ts'
import { SafeHtml } from '../values/safe-html.tsx'
import { FormHeader } from './form-header.tsx'
import { hasSide, RecordColumns, recordWidth } from './record-columns.tsx'
import { RecordFooter } from './record-footer.tsx'
import { SaveBar } from './save-bar.tsx'

const Player = lazy(async () => (await import('../../parts/video-player.tsx')).load())

type Line = Readonly<Record<string, unknown>>
const plainRef = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A ref, for programs only. */
const isRef = (value: unknown) => typeof value === 'string' && plainRef.test(value)

/** Nested records, one line each, without values for programs. A line that has a name omits the id that belongs to it. */
function RecordLines({ label, fields, lines }: { label: string; fields: Fields; lines: readonly Line[] }) {
  const isRead = (value: unknown) => !isEmpty(value) && !isRef(value)
  const isNumberOf = ({ kind }: Field) => kind === 'reference' && 'name' in fields
  const columns = Object.entries(fields).filter(([name, field]) => !isNumberOf(field) && lines.some((line) => isRead(line[name])))
  const isAmount = ({ kind }: Field) => kind === 'money' || kind === 'number'
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways on a phone is reached with keys as well
      tabIndex={0}
      className="overflow-x-auto rounded-md border focus-visible:outline-2 focus-visible:outline-ring"
    >
      <table className="w-full text-sm">
        <thead className="bg-muted text-xs text-muted-foreground">
          <tr>
            {columns.map(([name, field]) => (
              <th key={name} scope="col" className={`px-3 py-2 font-medium ${isAmount(field) ? 'text-end' : 'text-start'}`}>
                {fieldLabel(name, field)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y">
          {lines.map((line, at) => (
            <tr key={toText(line.ref ?? at)}>
              {columns.map(([name, field]) => (
                <td key={name} className={`px-3 py-2 ${isAmount(field) ? 'whitespace-nowrap text-end tabular-nums' : ''}`}>
                  <Value field={field} value={line[name]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** What a section draws of a record that is only read. */
export interface RecordParts {
  content: ComponentType<{ record: AnyRow }>
  side: ComponentType<{ record: AnyRow }>
}

interface Props {
  section: Section
  record: AnyRow
  mark: Mark | null
  search: ListSearch
  /** Draws the record in place of its fields. */
  detail?: RecordParts | undefined
}

const wide = new Set(['textarea', 'richText', 'image', 'video', 'file', 'files', 'rows', 'object'])
const webAddress = /^https?:\/\//

/** A value in full size, unlike in a list: pictures, rich texts and links are rendered as such. */
interface WholeProps {
  section: Section
  label: string
  field: Field
  value: unknown
  /** Ref of the record and name of its field, where a value is more than itself. */
  at?: { record: string; path: string }
}

function Whole({ section, label, field, value, at }: WholeProps): ReactNode {
  if (isEmpty(value)) return <span className="text-muted-foreground">–</span>
  if (Array.isArray(value) && field.kind === 'files')
    return (
      <span className="flex flex-wrap gap-2">
        {value.filter(isStoredFile).map((each) => (
          <Whole key={each.url} section={section} label={label} field={{ ...field, kind: 'file' }} value={each} />
        ))}
      </span>
    )
  if (isStoredFile(value) && field.kind === 'video' && at)
    return (
      <Suspense fallback={<div className="aspect-video max-h-96 w-full animate-breathe rounded-lg bg-muted" />}>
        <Player section={section} {...at} name={value.name} />
      </Suspense>
    )
  // Another deployment may serve files at another address.
  if (isStoredFile(value) && field.storage === 'private' && value.url.startsWith(`${section.path}/`))
    return <PrivateFile section={section} file={value} />
  // Its own address opens for nobody.
  if (isStoredFile(value) && field.storage === 'signed') return <bdi className="block truncate rtl:text-right">{value.name}</bdi>
  if (isStoredFile(value))
    return field.kind === 'image' ? (
      <Picture src={value.url} alt={value.name} width={960} className="max-h-96 rounded-md border" />
    ) : (
      <FileLink href={value.url} name={value.name} className="block underline underline-offset-4" />
    )
  if (field.kind === 'rows' && Array.isArray(value))
    return <RecordLines label={label} fields={field.fields ?? {}} lines={value.filter(isRecord)} />
  if (field.kind === 'object' && isRecord(value)) return <RecordLines label={label} fields={field.fields ?? {}} lines={[value]} />
  if (field.kind === 'richText') return <SafeHtml html={toText(value)} />
  if (field.kind === 'textarea') return <bdi className="whitespace-pre-wrap">{toText(value)}</bdi>
  if (field.kind === 'url' && webAddress.test(toText(value)))
    return (
      <a href={toText(value)} target="_blank" rel="noopener noreferrer" dir="ltr" className="underline underline-offset-4">
        {toText(value)}
      </a>
    )
  if (field.kind === 'number') return formatNumber(Number(value))
  return <Value field={field} value={value} />
}

/** A record's values: first derived ones, such as sums and warnings, then the form's fields in the same groups. */
export function RecordFields({ section, record, part = 'all' }: Pick<Props, 'section' | 'record'> & { part?: 'all' | 'content' | 'side' }) {
  const access = useAccess()
  const shown = (field: Field | undefined): field is Field =>
    field !== undefined && met(field.shownWhen, record) && !(field.permission && !holds(access, field.permission))
  const groups = section.groups.filter(({ side = false }) => part === 'all' || side === (part === 'side'))
  const grouped = new Set(section.groups.flatMap((group) => group.fields))
  // The wire has some fields a second time, in the form of the base contract.
  const repeats = ({ kind, fields = {} }: Field) => kind === 'object' && Object.keys(fields).some((each) => grouped.has(each))
  const results = Object.entries(section.fields).flatMap(([each, field]) =>
    field.readOnly && !field.joined && each !== section.title && !grouped.has(each) && !repeats(field) && !isEmpty(record[each])
      ? [each]
      : [],
  )
  const list = (names: readonly string[]) => (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-4 sm:grid-cols-2">
      {names.map((each) => {
        const field = section.fields[each]
        if (!shown(field)) return null
        return (
          <div key={each} data-field={each} className={`min-w-0 ${wide.has(field.kind) ? 'sm:col-span-2' : ''}`}>
            <dt className="text-xs text-muted-foreground">{fieldLabel(each, field)}</dt>
            <dd className="mt-0.5 wrap-anywhere">
              <Whole
                section={section}
                label={fieldLabel(each, field)}
                field={field}
                value={record[each]}
                at={{ record: record.ref, path: each }}
              />
            </dd>
          </div>
        )
      })}
    </dl>
  )
  return (
    <>
      {part !== 'side' && results.length > 0 && list(results)}
      {groups.map(({ title, fields }) => (
        <section key={title ?? ''} className="flex flex-col gap-3 border-t pt-5 first:border-t-0 first:pt-0">
          {title !== undefined && <h2 className="text-sm font-semibold">{partLabel('group', title, section.name)}</h2>}
          {list(fields)}
        </section>
      ))}
      {part !== 'side' && <RecordFooter record={record} />}
    </>
  )
}

/** A read-only record (a section without `update`). */
export function RecordDetail({ section, record, mark, search, detail }: Props) {
  const navigate = useNavigate()
  const may = useMay(section)
  const name = titleOf(section, record)
  useTitle(name)
  const back = () => void navigate(listLink(section.name, search))
  return (
    <article className={`flex flex-col ${recordWidth(section)}`}>
      <FormHeader
        section={section}
        record={record}
        search={search}
        mayEdit={false}
        name={name}
        mark={mark && <MarkBadge mark={mark} record={record.ref} />}
      />
      <div className="flex flex-col gap-4 px-4 pb-6">
        <RecordColumns
          section={section}
          // A side of the section's own says itself what happened.
          record={detail ? null : record}
          side={detail ? <detail.side record={record} /> : <RecordFields section={section} record={record} part="side" />}
        >
          <div className="flex flex-col gap-4">
            {detail ? (
              <detail.content record={record} />
            ) : (
              <RecordFields section={section} record={record} part={hasSide(section) ? 'content' : 'all'} />
            )}
          </div>
        </RecordColumns>
      </div>
      <SaveBar
        section={section}
        record={record}
        writable={false}
        mayDelete={may.delete}
        mayDuplicate={section.duplicate && may.create}
        busy={false}
        percent={undefined}
        onCancel={back}
        onDeleted={back}
      />
    </article>
  )
}
