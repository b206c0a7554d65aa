/** Where the options of reference fields come from: a section's own list, narrowed and labelled. */
import type { SectionName } from './sections/index.ts'

export interface OptionSource {
  section: SectionName
  /** In the list grammar. */
  query?: string
  size: number
  sort: string
  label: string
  /** Second line, such as the email under a name. */
  detail?: string
}

export const optionSources: Readonly<Record<string, OptionSource>> = {
  /** Sales users are those with a role similar to sales and active (part-2 section 6). */
  'sales-user': {
    section: 'user',
    query: 'similar_role:sales,is_active:true',
    size: 100_000,
    sort: 'name asc',
    label: 'name',
    detail: 'email',
  },
  campaign: { section: 'campaign', size: 1_000, sort: 'name asc', label: 'name', detail: 'channel' },
  role: { section: 'role', size: 1_000, sort: 'name asc', label: 'name' },
  tag: { section: 'tag-manager', size: 1_000, sort: 'name asc', label: 'name' },
}
