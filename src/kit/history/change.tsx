import { ArrowRight } from 'lucide-react'
import { t } from '#console/i18n/i18n.ts'
import { type Field, isEmpty, isFile } from '#contract/kit/field.ts'
import { SideValue } from '../conflict/side-value.tsx'
import { Value } from '../value.tsx'

interface Props {
  field: Field | undefined
  from: unknown
  to: unknown
}

/** Kinds that are shown as one text or list, with what came and what went marked in it. */
const compared = new Set(['text', 'textarea', 'richText', 'tags', 'choices', 'references', 'rows', 'files'])

/** One field of a change: what it was and what it became; of a new record only that. */
export function Change({ field, from, to }: Props) {
  if (field?.kind === 'secret') return <span className="text-muted-foreground">{t('history.secret')}</span>
  // A history keeps the names of files.
  const shown = field && isFile(field.kind) ? undefined : field
  if (isEmpty(from)) return <SideValue field={shown} value={to} />
  if (shown && compared.has(shown.kind) && !isEmpty(to)) return <SideValue field={shown} value={to} base={from} />
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
