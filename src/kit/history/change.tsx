import { ArrowRight } from 'lucide-react'
import { t } from '#console/i18n/i18n.ts'
import { type Field, isEmpty } from '#contract/kit/field/field.ts'
import { isRecord, toText } from '#contract/kit/field/guards.ts'
import { isFile } from '#contract/kit/field/kind.ts'
import { equalValues } from '#contract/kit/field/merge.ts'
import { readableText } from '#contract/lib/readable-text.ts'
import { SideValue } from '../conflict/side-value.tsx'
import { wordDiff } from '../conflict/word-diff.ts'
import { Value } from '../parts/value.tsx'
import { fieldLabel } from '../text/labels.ts'

interface Props {
  field: Field | undefined
  from: unknown
  to: unknown
}

/** Kinds shown as one text or list with marked additions and removals. */
const compared = new Set(['tags', 'choices', 'references', 'rows', 'files'])
const prose = new Set(['text', 'textarea', 'richText'])

/** A shorter text is easier to read before and after than as a word diff. */
const minCompared = 80

/** Whether any text is kept; else both are shown. */
function hasCommon({ field, from, to }: Props): boolean {
  if (!field || !prose.has(field.kind)) return false
  const read = (value: unknown) => (field.kind === 'richText' ? readableText(toText(value)) : toText(value))
  const [before, after] = [read(from), read(to)]
  if (Math.max(before.length, after.length) < minCompared && field.kind !== 'richText') return false
  return wordDiff(before, after).some(({ is, text }) => is === 'same' && text.trim())
}

/** The entry before and after, where both have exactly one. */
function onlyEntry({ field, from, to }: Props): readonly [Record<string, unknown>, Record<string, unknown>] | null {
  if (field?.kind !== 'rows' || !Array.isArray(from) || !Array.isArray(to) || from.length !== 1 || to.length !== 1) return null
  const [before, after]: unknown[] = [from[0], to[0]]
  return isRecord(before) && isRecord(after) ? [before, after] : null
}

/** A changed entry: kept values once, changed ones as fields are. */
function EntryChange({ field, before, after }: { field: Field; before: Record<string, unknown>; after: Record<string, unknown> }) {
  const known = Object.entries(field.fields ?? {}).filter(([name]) => !isEmpty(before[name]) || !isEmpty(after[name]))
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      {known.map(([name, each]) => (
        <span key={name} className="inline-flex flex-wrap items-center gap-x-1.5">
          <span className="text-muted-foreground">{fieldLabel(name, each)}</span>
          {equalValues(each, before[name], after[name]) ? (
            <Value field={each} value={after[name]} />
          ) : (
            <Change field={each} from={before[name]} to={after[name]} />
          )}
        </span>
      ))}
    </span>
  )
}

/** One field of a change: old and new value; of a new record only the new one. */
export function Change(props: Props) {
  const { field, from, to } = props
  if (field?.kind === 'secret') return <span className="text-muted-foreground">{t('history.secret')}</span>
  // A history stores file names only.
  const shown = field && isFile(field.kind) ? undefined : field
  if (isEmpty(from)) return <SideValue field={shown} value={to} />
  const entry = onlyEntry(props)
  if (field && entry) return <EntryChange field={field} before={entry[0]} after={entry[1]} />
  if (shown && !isEmpty(to) && (compared.has(shown.kind) || hasCommon(props))) return <SideValue field={shown} value={to} base={from} />
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <span className="text-muted-foreground line-through decoration-danger-text">
        <SideValue field={shown} value={from} />
      </span>
      <ArrowRight aria-label={t('history.to')} className="size-3.5 shrink-0 text-muted-foreground rtl:rotate-180" />
      {isEmpty(to) ? <span className="text-muted-foreground">{t('conflict.empty')}</span> : <SideValue field={shown} value={to} />}
    </span>
  )
}
