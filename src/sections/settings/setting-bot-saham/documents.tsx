import { useState } from 'react'
import { t, useLocale } from '#console/i18n/i18n.ts'
import type { ListParts } from '#console/kit/list/query/pane.ts'
import { type ListSearch, readSearch } from '#console/kit/list/query/search.ts'
import { ListPane } from '#console/kit/list/screen/list-pane.tsx'
import { useMay } from '#console/kit/text/permissions.ts'

/** The documents, with an upload in place of the add button. */
export function Documents({ parts }: { parts: ListParts }) {
  useLocale()
  const [search, show] = useState<ListSearch>({})
  const may = useMay(parts.section)
  const { above, ...extras } = parts.extras
  return (
    <section className="mx-auto w-full max-w-4xl border-t pt-2">
      <ListPane
        parts={{ ...parts, extras }}
        view={{ name: 'all' }}
        state={{ search, show }}
        heading={{ level: 2, text: t('nav.knowledge') }}
        may={{ ...may, create: false }}
      >
        {above?.(readSearch(search).query, () => undefined)}
      </ListPane>
    </section>
  )
}
