import { ArrowRight } from 'lucide-react'
import { t } from '#console/i18n/i18n.ts'
import { type Field, isEmpty } from '#contract/kit/field.ts'
import { isFile } from '#contract/kit/kind.ts'
import { readableText } from '#contract/lib/readable-text.ts'
import { SideValue } from '../conflict/side-value.tsx'
import { wordDiff } from '../conflict/word-diff.ts'
import { Value } from '../value.tsx'

interface Props {
  field: Field | undefined
  from: unknown
  to: unknown
}

/** Kinds that are shown as one text or list, with what came and what went marked in it. */
const compared = new Set(['tags', 'choices', 'references', 'rows', 'files'])
const prose = new Set(['text', 'textarea', 'richText'])

/** A text of which nothing is left is shown as both. */
function hasCommon({ field, from, to }: Props): boolean {
  if (!field || !prose.has(field.kind)) return false
  const read = (value: unknown) => (field.kind === 'richText' ? readableText(String(value ?? '')) : String(value ?? ''))
  return wordDiff(read(from), read(to)).some(({ is, text }) => is === 'same' && text.trim())
}

/** One field of a change: what it was and what it became; of a new record only that. */
export function Change(props: Props) {
  const { field, from, to } = props
  if (field?.kind === 'secret') return <span className="text-muted-foreground">{t('history.secret')}</span>
  // A history keeps the names of files.
  const shown = field && isFile(field.kind) ? undefined : field
  if (isEmpty(from)) return <SideValue field={shown} value={to} />
  if (shown && !isEmpty(to) && (compared.has(shown.kind) || hasCommon(props))) return <SideValue field={shown} value={to} base={from} />
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <span className="text-muted-foreground line-through decoration-danger-text">
        <Value field={shown} value={from} />
      </span>
      <ArrowRight aria-label={t('history.to')} className="size-3.5 shrink-0 text-muted-foreground rtl:rotate-180" />
      {isEmpty(to) ? <span className="text-muted-foreground">{t('conflict.empty')}</span> : <SideValue field={shown} value={to} />}
    </span>
  )
}
