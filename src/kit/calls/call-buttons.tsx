import { getAccess, useAccess } from '#console/data/api/session.ts'
import { serverNow } from '#console/data/base/server-clock.ts'
import { loadMessages, t } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { confirm } from '#console/ui/confirm.ts'
import { DropdownMenuItem } from '#console/ui/dropdown-menu.tsx'
import { met } from '#contract/kit/field/condition.ts'
import { type Call, mayCall } from '#contract/kit/section/call.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import type { SectionCall } from '#contract/kit/section/section-options.ts'
import type { FormValues } from '../form/values/tools.ts'
import { callLabel, callQuestion } from '../text/labels.ts'

/** Record ids are not values that a person enters. */
const isName = (name: string) => name === 'id' || name === 'ids'

/** Body fields that a person enters. */
const askedFields = (call: Call) => Object.entries(call.body ?? {}).filter(([field]) => !isName(field))

/** Whether a press opens a window. */
const opensWindow = (section: Section, name: string): boolean =>
  section.calls[name]?.confirm === true || askedFields(sectionCall(section, name)).length > 0

/** Starts a section's call: opens the form of its values, beginning with `given`, asks for confirmation, or runs it at once. */
export async function startCall(section: Section, name: string, rows: readonly AnyRow[], given: FormValues = {}): Promise<void> {
  const call = sectionCall(section, name)
  const [first] = rows
  if (call.reply.of === 'blob' && first) return (await import('./hand-over.ts')).handOver(section, call, first)
  const fields = Object.fromEntries(askedFields(call))
  const window = rows.length === 1 ? section.calls[name]?.window : undefined
  const asked = (first && window?.asks?.(first, given)) ?? Object.keys(fields)
  if (asked.length) {
    const [{ showCallWindow }] = await Promise.all([import('./call-window.tsx'), loadMessages(['forms', 'kit'])])
    return showCallWindow({ section, name, fields, rows, given })
  }
  const question = section.calls[name]?.confirm
    ? { title: callQuestion(name, section.name), action: callLabel(name, section.name), cancel: t('list.cancel'), close: t('app.close') }
    : null
  if (question && !(await confirm(question))) return
  const { runCall } = await import('./run-call.ts')
  await runCall(section, name, rows)
}

interface PlacedCall {
  name: string
  options: SectionCall
}

/** Returns a section's calls at a placement that this person may run. */
function usePlacedCalls(section: Section, on: SectionCall['placement']): PlacedCall[] {
  const access = useAccess()
  return Object.entries(section.calls).flatMap(([name, options]) =>
    options.placement === on && mayCall(sectionCall(section, name), access) ? [{ name, options }] : [],
  )
}

/** Calls whose state the record has, and which some value of theirs could change. */
function possibleFor(calls: readonly PlacedCall[], row: AnyRow): PlacedCall[] {
  const asking = { access: getAccess(), now: serverNow() }
  return calls.filter(({ options: { when, window } }) => met(when, row) && window?.isPossible?.(row, asking) !== false)
}

/** A section's calls for one record, as menu items. */
export function CallItems({ section, row }: { section: Section; row: AnyRow }) {
  return possibleFor(usePlacedCalls(section, 'record'), row).map(({ name }) => (
    <DropdownMenuItem
      key={name}
      aria-haspopup={opensWindow(section, name) ? 'dialog' : undefined}
      onSelect={() => void startCall(section, name, [row])}
    >
      {callLabel(name, section.name)}
    </DropdownMenuItem>
  ))
}

interface Props {
  section: Section
  on: 'record' | 'selection'
  rows: readonly AnyRow[]
}

/** A section's calls as buttons: on a record's form, or for a selection in the required state. */
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
