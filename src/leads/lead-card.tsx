import { showPhone } from '#console/kit/text/phone.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { FollowUp } from './due-badge.tsx'
import { CampaignName, SalesName } from './names.tsx'
import { PhoneLinks } from './phone-links.tsx'
import { StatusCell } from './status-cell.tsx'

/** A lead on a phone, under its name: status, next follow-up, campaign, assignee, and two contact links. */
export function LeadCard({ row }: { row: AnyRow }) {
  const name = toText(row.name)
  return (
    <div className="-mt-1.5 flex items-end gap-3 pb-1.5">
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <div className="flex flex-wrap items-center gap-x-3">
          <StatusCell row={row} />
          {row.next_follow_up ? (
            <span className="text-xs text-muted-foreground">
              <FollowUp at={row.next_follow_up} short />
            </span>
          ) : null}
          {row.campaign_id ? (
            <span className="flex min-w-0 text-xs text-muted-foreground">
              <CampaignName row={row} />
            </span>
          ) : null}
        </div>
        <p className="flex min-w-0 items-center gap-1.5 text-xs text-muted-foreground">
          <bdi dir="ltr" className="shrink-0 tabular-nums">
            {showPhone(toText(row.phone))}
          </bdi>
          <span aria-hidden="true">·</span>
          <SalesName row={row} />
        </p>
      </div>
      <PhoneLinks phone={row.phone} name={name} size="icon" />
    </div>
  )
}
