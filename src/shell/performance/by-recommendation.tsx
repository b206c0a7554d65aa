import { Download } from 'lucide-react'
import { useState } from 'react'
import { Gain } from '#console/commerce/gain.tsx'
import { request } from '#console/data/api/request.ts'
import { postMessage } from '#console/data/base/messages.ts'
import { t } from '#console/i18n/i18n.ts'
import { saveFile } from '#console/kit/actions/save-file.ts'
import { formatNumber } from '#console/kit/text/format.ts'
import { reasonOf } from '#console/kit/text/reason.ts'
import { Button } from '#console/ui/button.tsx'
import { Card, CardHeader } from '#console/ui/card.tsx'
import { Skeleton } from '#console/ui/skeleton.tsx'
import type { RowOf } from '#contract/kit/field/field.ts'
import { byRecommendationExport, type categoryFields } from '#contract/performance.ts'
import { PathLink } from '../base/path-link.tsx'
import type { Asked } from './asked.ts'
import { recommendationsHref } from './links.ts'

export type CategoryResult = RowOf<typeof categoryFields>

const head = 'px-4 py-2 text-start text-xs font-medium text-muted-foreground'
const cell = 'px-4 py-3 tabular-nums'

/** Results of recommendations, with the rows as a file. */
export function ByRecommendation({ results, asked }: { results: readonly CategoryResult[] | undefined; asked: Asked }) {
  const [busy, setBusy] = useState(false)
  const download = () => {
    setBusy(true)
    request<Blob>(byRecommendationExport, { query: { ...asked } })
      .then((content) => saveFile(content, 'recommendations.xlsx'))
      .catch(async (error: unknown) => postMessage({ kind: 'error', text: await reasonOf(error) }))
      .finally(() => setBusy(false))
  }
  return (
    <Card aria-busy={!results}>
      <CardHeader title={t('performance.byRecommendation')}>
        <Button size="small" busy={busy} onClick={download}>
          {!busy && <Download />}
          {t('performance.export')}
        </Button>
      </CardHeader>
      {!results ? (
        <div className="p-4">
          <Skeleton className="h-28" />
        </div>
      ) : (
        <section
          aria-label={t('performance.byRecommendation')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways on a phone is reached with keys as well
          tabIndex={0}
          className="overflow-x-auto focus-visible:outline-2 focus-visible:outline-ring"
        >
          <table className="w-full text-sm">
            <thead>
              <tr className="border-b">
                {(['category', 'n', 'rate', 'mean', 'median'] as const).map((name) => (
                  <th key={name} scope="col" className={head}>
                    {t(`performance.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-border/60">
              {results.map(({ category, n, rate, mean, median }) => (
                <tr key={category}>
                  <th scope="row" className={`${cell} text-start font-medium`}>
                    <PathLink href={recommendationsHref(category)} className="underline-offset-4 hover:underline">
                      {category}
                    </PathLink>
                  </th>
                  <td className={cell}>{formatNumber(n)}</td>
                  <td className={cell}>{rate == null ? '-' : `${formatNumber(rate)} %`}</td>
                  <td className={cell}>
                    <Gain value={mean} />
                  </td>
                  <td className={cell}>
                    <Gain value={median} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Card>
  )
}
