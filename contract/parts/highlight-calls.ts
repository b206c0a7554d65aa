/** Calls of records that stand among highlights, in an order of their own (docs/product/events.md#highlights). */
import { type Fields, number, references } from '../kit/field/field.ts'
import type { Target } from '../kit/field/register.ts'
import type { SectionCall } from '../kit/section/section-options.ts'

interface Highlighted {
  /** Where the section keeps them, as an absolute path. */
  path: string
  section: Target
  max: number
  /** Of a row of their list. */
  fields: Fields
  /** Path parameter of the record that is moved, and name of the removed ones in a body. */
  moved: string
  removed: string
}

export function highlightCalls({ path, section, max, fields, moved, removed }: Highlighted) {
  const several = references({ required: true, to: section, max, aliases: [removed, 'ids', 'id'] })
  return {
    highlights: { route: 'GET /highlights', query: 'list', reply: { of: 'list', fields } },
    highlight: {
      route: `POST ${path}`,
      body: { ids: several },
      placement: 'record',
      when: { field: 'highlight', is: [null] },
      undoneBy: 'unhighlight',
      offline: 'queue',
    },
    place: {
      route: `PUT ${path}/{${moved}}`,
      body: { sort: number({ required: true, integer: true, min: 1, max: 1_000 }) },
      reply: { of: 'message' },
      undoneBy: 'place',
      offline: 'queue',
    },
    unhighlight: { route: `DELETE ${path}`, body: { [removed]: several }, undoneBy: 'highlight', offline: 'queue' },
  } as const satisfies Record<string, SectionCall<'highlight'>>
}
