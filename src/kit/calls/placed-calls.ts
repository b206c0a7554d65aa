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

/** Returns a section's calls at a placement that this person may run. */
export function usePlacedCalls(section: Section, on: SectionCall['placement']): PlacedCall[] {
  const access = useAccess()
  return Object.entries(section.calls).flatMap(([name, options]) =>
    options.placement === on && mayCall(sectionCall(section, name), access) ? [{ name, options }] : [],
  )
}

/** Calls whose state the record has. */
export const possibleFor = (calls: readonly PlacedCall[], row: AnyRow): PlacedCall[] =>
  calls.filter(({ options }) => met(options.when, row))
