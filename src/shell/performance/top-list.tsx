import { Gain } from '#console/commerce/gain.tsx'
import { t } from '#console/i18n/i18n.ts'
import { recordPath } from '#console/kit/text/section-link.ts'
import { Card, CardHeader } from '#console/ui/card.tsx'
import { Skeleton } from '#console/ui/skeleton.tsx'
import type { RowOf } from '#contract/kit/field/field.ts'
import { formatRupiah } from '#contract/lib/rupiah.ts'
import type { resultFields } from '#contract/performance.ts'
import { PathLink } from '../base/path-link.tsx'

export type Result = RowOf<typeof resultFields>

interface Props {
  title: string
  results: readonly Result[] | undefined
  mayEdit: boolean
}

/** The ten largest gains or losses, each linked to its trades. */
export const TopList = ({ title, results, mayEdit }: Props) => (
  <Card aria-busy={!results}>
    <CardHeader title={title} />
    {!results && (
      <div className="p-4">
        <Skeleton className="h-40" />
      </div>
    )}
    {results?.length === 0 && <p className="p-4 text-sm text-muted-foreground">{t('performance.nobody')}</p>}
    <ul className="divide-y divide-border/60">
      {results?.map(({ ref, stock_code, company_name, product, gain, amount }) => (
        <li key={ref}>
          <PathLink
            href={recordPath('portofolio', ref, mayEdit)}
            className="flex min-h-12 items-center gap-3 px-4 text-sm transition-colors hover:bg-muted"
          >
            <span className="min-w-0 flex-1">
              <span className="block font-medium">
                {stock_code} <span className="font-normal text-muted-foreground">{product}</span>
              </span>
              <bdi className="block truncate text-xs text-muted-foreground">{company_name}</bdi>
            </span>
            <span className="text-end">
              <Gain value={gain} />
              <bdi dir="ltr" className="block text-xs text-muted-foreground tabular-nums">
                {formatRupiah(amount)}
              </bdi>
            </span>
          </PathLink>
        </li>
      ))}
    </ul>
  </Card>
)
