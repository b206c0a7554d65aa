import { Link } from '@tanstack/react-router'
import { DoorOpen } from 'lucide-react'
import { t } from '#console/i18n/i18n.ts'
import { useMay } from '#console/kit/text/permissions.ts'
import { buttonClass } from '#console/ui/button.tsx'
import type { Base } from '#contract/kit/section/view.ts'
import { participant } from '#contract/sections/product/participant.ts'

/** Leads to the door of the event whose participants are shown, for those who may mark who came. */
export function DoorLink({ base }: { base: Base }) {
  const may = useMay(participant)
  const [event] = base.filters.find(({ field }) => field === 'event_id')?.values ?? []
  if (!event || !may.update) return null
  return (
    <Link to="/$section/$" params={{ section: 'event', _splat: `door/${event}` }} className={buttonClass()}>
      <DoorOpen aria-hidden="true" />
      {t('participant.door')}
    </Link>
  )
}
