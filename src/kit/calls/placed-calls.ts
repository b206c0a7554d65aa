import { useAccess } from '#console/data/api/session.ts'
import { met } from '#contract/kit/field/condition.ts'
import { mayCall } from '#contract/kit/section/call.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import type { SectionCall } from '#contract/kit/section/section-options.ts'

export interface PlacedCall {
  name: string
  options: SectionCall
}

/** The calls that a section offers at a place, and that this person may run. */
export function usePlacedCalls(section: Section, on: SectionCall['placement']): PlacedCall[] {
  const access = useAccess()
  return Object.entries(section.calls).flatMap(([name, options]) =>
    options.placement === on && mayCall(sectionCall(section, name), access) ? [{ name, options }] : [],
  )
}

/** Those that a record is in the state for. */
export const possibleFor = (calls: readonly PlacedCall[], row: AnyRow): PlacedCall[] =>
  calls.filter(({ options }) => met(options.when, row))
