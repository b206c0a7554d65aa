import { colour, number, text } from '../../kit/field/field.ts'
import { section } from '../../kit/section/section.ts'

/** Without detail call: read from the list (docs/product/forms.md#detail-without-a-call). */
export const tagManager = section('tag-manager', {
  path: '/crm/in/v1/tag-manager',
  nav: { group: 'other', icon: 'tag' },
  backOffice: 'hidden',
  permission: 'crm',
  title: 'name',
  options: { all: true },
  fields: {
    name: text({ required: true, max: 40 }),
    colour: colour({ initial: '#2563eb' }),
    used: number({ readOnly: true, integer: true }),
  },
  list: { columns: ['name', 'colour', 'used', 'updated_at', '-updated_by'], search: ['name'], filters: [], sort: 'name asc' },
  wire: { detail: 'list', removal: { by: 'path' } },
})
