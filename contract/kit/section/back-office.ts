/** Omissions and other paths of the back-office mode of a console (docs/product/access.md#back-office-mode). */
import { flag } from '../field/field.ts'
import type { Filter } from '../field/list-query.ts'
import type { Call } from './call.ts'
import type { Section } from './section.ts'

type Placed = Pick<Section, 'path' | 'backOffice'>

/** Whether the mode has no screens of the section. */
export const isHidden = ({ backOffice }: Pick<Section, 'backOffice'>): boolean => backOffice === 'hidden' || (backOffice?.hidden ?? false)

/** The same call on the section's back-office path, where there is one. */
export function inBackOffice<C extends Pick<Call, 'path'>>(call: C, { path, backOffice }: Placed): C {
  if (typeof backOffice !== 'object' || !backOffice.path || !call.path.startsWith(path)) return call
  return { ...call, path: backOffice.path + call.path.slice(path.length) }
}

/** The API answers on both paths: the call as it stands on the other one, under a name of its own. */
export const backOfficeTwin = (call: Call, section: Placed): Call => ({
  ...inBackOffice(call, section),
  name: `${call.name}-etf`,
  twinOf: call.name,
})

/** What every reading of the section is narrowed to in the mode. */
export const onlyFilters = ({ backOffice }: Pick<Section, 'backOffice'>): Filter[] =>
  Object.entries((typeof backOffice === 'object' && backOffice.only) || {}).map(([field, value]) => ({ field, values: [value] }))

/** What a console of the mode adds to calls that read several sections. */
export const backOfficeQuery = { back_office: flag() } as const
