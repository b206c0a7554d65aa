import { useAccess } from '#console/data/api/session.ts'
import { met } from '#contract/kit/field/condition.ts'
import { mayCall } from '#contract/kit/section/call.ts'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { sectionCall } from '#contract/kit/section/section-calls.ts'
import type { SectionCall } from '#contract/kit/section/section-options.ts'

export interface OfferedCall {
  name: string
  options: SectionCall
}

/** The calls that a section offers at a place, and that this person may run. */
export function useOfferedCalls(section: Section, on: SectionCall['on']): OfferedCall[] {
  const access = useAccess()
  return Object.entries(section.calls).flatMap(([name, options]) =>
    options.on === on && mayCall(sectionCall(section, name), access) ? [{ name, options }] : [],
  )
}

/** Those that a record is in the state for. */
export const possibleFor = (calls: readonly OfferedCall[], row: AnyRow): OfferedCall[] =>
  calls.filter(({ options }) => met(options.when, row))
