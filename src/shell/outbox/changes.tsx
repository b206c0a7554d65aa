import { useQuery } from '@tanstack/react-query'
import type { OutboxRow } from '#console/data/query/outbox-store.ts'
import { queryKeys } from '#console/data/query/query-keys.ts'
import { loadSectionWords, t } from '#console/i18n/i18n.ts'
import { Value } from '#console/kit/parts/value.tsx'
import { fieldLabel } from '#console/kit/text/labels.ts'
import { problemText } from '#console/kit/text/problem-text.ts'
import { messagesName } from '#contract/chat/messages.ts'
import type { Field } from '#contract/kit/field/field.ts'
import { isSectionName, sections } from '#contract/sections/index.ts'

const max = 6

const isValue = (name: string) => !['ref', 'ids', 'was'].includes(name)
/** Of a message: the content for the customer. */
const shownFields: Readonly<Record<string, typeof isValue>> = { [messagesName]: (name) => ['content', 'media', 'template'].includes(name) }

/** Fields of a section, once its definition is loaded from the app, without a network. */
function useFields(section: string): Readonly<Record<string, Field>> {
  const { data } = useQuery({
    queryKey: queryKeys.call('section', section),
    queryFn: async () => {
      if (!isSectionName(section)) return {}
      return (await Promise.all([sections[section](), loadSectionWords(section).catch(() => undefined)]))[0].fields
    },
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })
  return data ?? {}
}

/** Changed fields and, after a conflict, the server's current values. */
export function Changes({ row }: { row: OutboxRow }) {
  const fields = useFields(row.section)
  const changed = Object.entries(row.patch).filter(([name]) => (shownFields[row.section] ?? isValue)(name))
  if (changed.length === 0) return null
  const current = row.reason === 'conflict' ? row.lastError?.current : undefined
  return (
    <dl className="grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-4 gap-y-1 text-sm">
      {changed.slice(0, max).map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted-foreground">{fieldLabel(name, fields[name])}</dt>
          <dd className="min-w-0">
            <span className="line-clamp-2">
              <Value field={fields[name]} value={row.files.find(({ field }) => field === name) ?? value} />
            </span>
            {current && (
              <span className="line-clamp-2 text-muted-foreground">
                {t('outbox.theirs')} <Value field={fields[name]} value={current[name]} />
              </span>
            )}
            {row.lastError?.fields?.[name] && <span className="text-danger-text">{problemText(row.lastError.fields[name])}</span>}
          </dd>
        </div>
      ))}
      {changed.length > max && (
        <div className="contents">
          <dt className="sr-only">{t('app.more')}</dt>
          <dd className="col-start-2 text-muted-foreground">{t('outbox.more', { count: changed.length - max })}</dd>
        </div>
      )}
    </dl>
  )
}
