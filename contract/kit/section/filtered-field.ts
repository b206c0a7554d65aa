import { fieldOf, isSortable, type Section } from './section.ts'

/** Filters of other clients, on each list with such a field. */
const commonFilters: readonly string[] = [
  ...['name', 'type', 'status', 'category', 'stock_code', 'tag', 'segmentation', 'payment_status', 'member_type', 'member_status'],
  ...['is_breakout', 'is_free', 'article_type', 'published_on', 'published_at', 'created_at', 'updated_at'],
]

/** Returns the filtered field; undefined if there is none. `category` may be the reference `category_id`. */
export function filteredField(definition: Section, key: string): string | undefined {
  const { filters, dates } = definition.list
  if (['id', 'ref', ...filters, ...dates].includes(key)) return key
  if (!commonFilters.includes(key)) return undefined
  const isList = (name: string) => ['choices', 'tags', 'references'].includes(fieldOf(definition, name)?.kind ?? '')
  return [key, `${key}_id`].find((name) => isSortable(definition, name) || isList(name))
}
