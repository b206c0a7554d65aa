import { useState } from 'react'
import { postMessage } from '#console/data/base/messages.ts'
import { serverNow } from '#console/data/base/server-clock.ts'
import { submit } from '#console/data/writes/submit.ts'
import { StatusBadge } from '#console/kit/parts/status-badge.tsx'
import { fieldLabel } from '#console/kit/text/labels.ts'
import { useMay } from '#console/kit/text/permissions.ts'
import { reasonOf } from '#console/kit/text/reason.ts'
import { usePressGuard } from '#console/ui/hooks/press-guard.ts'
import { Switch } from '#console/ui/switch.tsx'
import { toText } from '#contract/kit/field/guards.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import { participant } from '#contract/sections/product/participant.ts'

/** Marks the moment of the press, however late it arrives: the latest mark holds (docs/product/events.md#attendance). */
async function mark(row: AnyRow, attended: boolean): Promise<void> {
  const patch = { ref: row.ref, attended, at: new Date(serverNow()).toISOString() }
  try {
    await submit({ call: sectionCall(participant, 'attend'), patch, touches: [row.ref], label: toText(row.name) })
  } catch (error) {
    postMessage({ kind: 'error', text: await reasonOf(error) })
  }
}

/** Whether a registered participant was there, as a switch for those who may say so. */
export function AttendedCell({ row }: { row: AnyRow }) {
  const [busy, setBusy] = useState(false)
  const counts = usePressGuard()
  const may = useMay(participant)
  const attended = row.attended === true
  if (row.state !== 'registered') return null
  if (!may.update) return <StatusBadge value={attended ? 'true' : 'false'} tone={attended ? 'good' : 'neutral'} />
  return (
    <Switch
      checked={attended}
      disabled={busy}
      aria-label={`${fieldLabel('attended', participant.fields.attended)}: ${toText(row.name)}`}
      onChange={({ timeStamp }) => {
        if (!counts(timeStamp)) return
        setBusy(true)
        void mark(row, !attended).finally(() => setBusy(false))
      }}
    />
  )
}
