import { Button } from '#console/ui/button.tsx'
import { DropdownMenuItem } from '#console/ui/dropdown-menu.tsx'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { callLabel } from '../text/labels.ts'
import { possibleFor, usePlacedCalls } from './placed-calls.ts'
import { opensWindow, startCall } from './start-call.ts'

/** A section's calls for one record, as menu items. */
export function CallItems({ section, row }: { section: Section; row: AnyRow }) {
  return possibleFor(usePlacedCalls(section, 'record'), row).map(({ name }) => (
    <DropdownMenuItem key={name} onSelect={() => void startCall(section, name, [row])}>
      {callLabel(name, section.name)}
    </DropdownMenuItem>
  ))
}

interface Props {
  section: Section
  on: 'record' | 'selection' | 'list'
  rows: readonly AnyRow[]
}

/** A section's calls as buttons: on a record's form, for a selection in the required state, or beside the list. */
export function CallButtons({ section, on, rows }: Props) {
  const offered = usePlacedCalls(section, on)
  const possible = offered.filter((call) => rows.every((row) => possibleFor([call], row).length > 0))
  return possible.map(({ name }) => (
    <Button
      key={name}
      aria-haspopup={opensWindow(section, name) ? 'dialog' : undefined}
      onClick={() => void startCall(section, name, rows)}
    >
      {callLabel(name, section.name)}
    </Button>
  ))
}
