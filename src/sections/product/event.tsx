import { Rows3, Star } from 'lucide-react'
import { Suspense } from 'react'
import { loadMessages, t } from '#console/i18n/i18n.ts'
import { defineSection } from '#console/kit/define-section.tsx'
import { groupedForm } from '#console/kit/form/grouped-form.tsx'
import { ChoiceBadge } from '#console/kit/parts/choice-badge.tsx'
import { deferred } from '#console/kit/parts/deferred.tsx'
import { formatDateTime, formatNumber } from '#console/kit/text/format.ts'
import { choiceLabel } from '#console/kit/text/labels.ts'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { event, maxEventHighlights } from '#contract/sections/product/event.ts'
import { Highlights } from '../highlights.tsx'

/** Seats that are taken, of how many. */
function seats({ taken, quota }: AnyRow): string {
  const held = formatNumber(Number(taken ?? 0))
  return quota == null ? held : t('event.ofQuota', { taken: held, quota: formatNumber(Number(quota)) })
}

const EventHighlights = () => (
  <Highlights
    section={event}
    words="event"
    moved="event_id"
    removed="event_ids"
    max={maxEventHighlights}
    head="event.title"
    mark={({ visibility, start_at }) => (
      <>
        <span className="text-muted-foreground">{formatDateTime(toText(start_at))}</span>
        <ChoiceBadge value={visibility} field={event.fields.visibility} />
      </>
    )}
  />
)

const PagePanel = deferred(() => import('./event/page-panel.tsx').then((module) => module.PagePanel))

/** With the words of participants, whose states it shows, and of refusals. */
const DoorScreen = deferred(async () => {
  const words = loadMessages(['door', 'kit', 'sections']).catch(() => undefined)
  const [module] = await Promise.all([import('./event/door/door-screen.tsx'), words])
  return module.DoorScreen
})

const grouped = groupedForm(event, (record) => ({ duplicate_of: { fixed: record !== null } }))

export const screens = defineSection(event, {
  columns: ({ column }) => [column('taken', { cell: seats })],
  form: (tools) => (
    <>
      {grouped(tools)}
      {tools.record &&
        tools.side(
          <Suspense fallback={<div className="h-28 animate-breathe rounded-lg bg-muted motion-reduce:animate-none" />}>
            <PagePanel record={tools.record} />
          </Suspense>,
        )}
    </>
  ),
  pages: { door: DoorScreen },
  line: (row) => [
    formatDateTime(toText(row.start_at)),
    t('event.seats', { taken: seats(row) }),
    choiceLabel(row.visibility, event.fields.visibility),
    choiceLabel(row.location, event.fields.location),
  ],
  bodies: [
    {
      name: 'list',
      icon: Rows3,
      body: null,
      get label() {
        return t('event.asList')
      },
    },
    {
      name: 'highlights',
      icon: Star,
      body: EventHighlights,
      get label() {
        return t('event.highlights')
      },
    },
  ],
  panels: [
    {
      name: 'highlights',
      body: EventHighlights,
      get label() {
        return t('event.highlights')
      },
    },
  ],
})
