import { useQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { waitingBlob } from '#console/data/writes/resolve-conflict.ts'
import { t } from '#console/i18n/i18n.ts'
import { type Field, isEmpty } from '#contract/kit/field/field.ts'
import { isRecord, toRecord, toText } from '#contract/kit/field/guards.ts'
import { isFile, type Kind } from '#contract/kit/field/kind.ts'
import { readableText } from '#contract/lib/readable-text.ts'
import { SafeHtml } from '../form/values/safe-html.tsx'
import { useAddress } from '../form/values/use-address.ts'
import { Picture } from '../parts/picture.tsx'
import { Value } from '../parts/value.tsx'
import { fieldLabel } from '../text/labels.ts'
import { listDiff } from './entries.ts'
import { wordDiff } from './word-diff.ts'

interface Props {
  field: Field | undefined
  value: unknown
  /** The value the person saw; absent where it is not compared. */
  base?: unknown
  /** Key of a file on this device that replaces a stored one. */
  file?: string | undefined
}

const marks = {
  same: '',
  added: 'rounded-sm bg-primary-soft px-0.5 text-primary-text no-underline',
  removed: 'text-muted-foreground line-through decoration-danger-text',
} as const

/** Additions and removals are marked by element, colour and line. */
function Mark({ is, children }: { is: keyof typeof marks; children: ReactNode }) {
  if (is === 'same') return <>{children}</>
  const Element = is === 'added' ? 'ins' : 'del'
  return <Element className={marks[is]}>{children}</Element>
}

const proseKinds = new Set(['text', 'textarea', 'richText'])
const listKinds = new Set(['tags', 'choices', 'references', 'rows', 'files'])

function Prose({ field, value, base }: Props) {
  const read = (text: unknown) => (field?.kind === 'richText' ? readableText(toText(text)) : toText(text))
  if (base === undefined) return <span className="whitespace-pre-wrap">{read(value)}</span>
  const pieces = wordDiff(read(base), read(value))
  // The words are the same, so only the formatting changed.
  if (field?.kind === 'richText' && pieces.every(({ is }) => is === 'same')) return <SafeHtml html={toText(value)} />
  // A fully replaced text reads better without marks; the old one is shown beside it.
  if (!isEmpty(value) && !pieces.some(({ is, text }) => is === 'same' && text.trim()))
    return <span className="whitespace-pre-wrap">{read(value)}</span>
  return (
    <span className="whitespace-pre-wrap">
      {pieces.map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no name but their place
        <Mark key={index} is={piece.is}>
          {piece.text}
        </Mark>
      ))}
    </span>
  )
}

/** A nested record in one line. */
function Nested({ field, value }: { field: Field | undefined; value: Readonly<Record<string, unknown>> }) {
  const known = Object.entries(field?.fields ?? {}).filter(([name]) => !isEmpty(value[name]))
  return (
    <span>
      {known.map(([name, each], index) => (
        <span key={name}>
          {index > 0 && ' · '}
          <span className="text-muted-foreground">{fieldLabel(name, each)}</span> <Value field={each} value={value[name]} />
        </span>
      ))}
    </span>
  )
}

/** The field of one entry of a list. */
function entryField(field: Field | undefined): Field | undefined {
  if (!field) return undefined
  const kind: Kind = field.kind === 'choices' ? 'choice' : field.kind === 'references' ? 'reference' : 'text'
  return { ...field, kind }
}

function List({ field, value, base }: Props) {
  return (
    <ul className={field?.kind === 'rows' ? 'grid gap-1' : 'flex flex-wrap gap-x-2 gap-y-1'}>
      {listDiff(base === undefined ? value : base, value).map((entry) => (
        <li key={`${entry.is} ${JSON.stringify(entry.value)}`}>
          <Mark is={entry.is}>
            {isRecord(entry.value) && field?.kind === 'files' ? (
              <bdi>{toText(entry.value.name)}</bdi>
            ) : isRecord(entry.value) ? (
              <Nested field={field} value={entry.value} />
            ) : (
              <Value field={entryField(field)} value={entry.value} />
            )}
          </Mark>
        </li>
      ))}
    </ul>
  )
}

function StoredOrWaiting({ value, file, isImage }: { value: unknown; file: string | undefined; isImage: boolean }) {
  const { data } = useQuery({
    queryKey: queryKeys.call('waiting-file', file ?? ''),
    queryFn: async () => (file ? await waitingBlob(file) : null),
    networkMode: 'always',
    gcTime: 0,
  })
  const address = useAddress(file ? { content: data } : value)
  const { name = '' } = toRecord(value)
  if (!isImage) {
    return (
      <span className="inline-flex min-w-0 items-center gap-1.5">
        <FileText aria-hidden="true" className="size-4 shrink-0" />
        <span className="truncate">{toText(name)}</span>
      </span>
    )
  }
  return <Picture src={address} alt={toText(name)} width={480} className="max-h-40 rounded-md border object-contain" />
}

/** One side of a conflict by the kind of its field: texts as a difference of words, lists of entries, files as pictures. */
export function SideValue(props: Props) {
  const { field, value, file } = props
  const none = <span className="text-muted-foreground">{t('conflict.empty')}</span>
  if (field && isFile(field.kind))
    return value || file ? <StoredOrWaiting value={value} file={file} isImage={field.kind === 'image'} /> : none
  if (isEmpty(value) && (props.base === undefined || isEmpty(props.base))) return none
  if (field && proseKinds.has(field.kind)) return <Prose {...props} />
  if (field && listKinds.has(field.kind)) return <List {...props} />
  if (isEmpty(value)) return none
  if (isRecord(value)) return <Nested field={field} value={value} />
  return (
    <span className="tabular-nums">
      <Value field={field} value={value} />
    </span>
  )
}
