import { useState } from 'react'
import { usePressGuard } from '#console/ui/hooks/press-guard.ts'
import { Switch } from '#console/ui/switch.tsx'
import { met } from '#contract/kit/field/condition.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { fieldLabel, flagLabel } from '../../text/labels.ts'

interface Props {
  section: Section
  name: string
  row: AnyRow
  title: string
  allowed: boolean
}

/** A switch in a cell: sends the opposite value (docs/product/lists.md#table). Absent where its condition is false. */
export function SwitchCell({ section, name, row, title, allowed }: Props) {
  const [busy, setBusy] = useState(false)
  const counts = usePressGuard()
  const on = row[name] === true
  if (!met(section.switches[name]?.when, row)) return null
  if (!allowed) return <StatusBadge value={on} label={flagLabel(on, section.fields[name])} tone={on ? 'good' : 'neutral'} />
  return (
    <Switch
      checked={on}
      disabled={busy}
      aria-label={`${fieldLabel(name, section.fields[name])}: ${title}`}
      onChange={({ timeStamp }) => {
        if (!counts(timeStamp)) return
        setBusy(true)
        void import('../../actions/actions.ts').then(({ setSwitch }) => setSwitch(section, name, row, !on)).finally(() => setBusy(false))
      }}
    />
  )
}
