import { writeSearch } from '#console/kit/list/query/search.ts'
import { firstPage } from '#contract/kit/field/list-query.ts'
import { type Access, passes } from '#contract/kit/field/permission.ts'
import type { Section } from '#contract/kit/section/section.ts'
import { isSectionName, sections } from '#contract/sections/index.ts'

/** Where a record opens for this person: its page, the inbox, or its list where it has no page. */
export async function recordAddress(name: string, id: string, access: Access): Promise<string> {
  if (!isSectionName(name)) return `/${name}/list`
  const section: Section = await sections[name]()
  if (section.kind === 'inbox') return `/${name}/list?room=${id}`
  if (section.kind === 'chats') return `/${name}/list?open=${id}`
  if (!section.hasPage)
    return `/${name}/list?${new URLSearchParams({ query: writeSearch({ ...firstPage, filters: [{ field: 'ref', values: [id] }] }).query ?? '' })}`
  const mayEdit = section.actions.includes('update') && passes({ action: 'update', anyOf: [section.permission] }, access)
  return `/${name}/${mayEdit ? 'edit' : 'detail'}/${id}`
}
