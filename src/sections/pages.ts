/** The form that stands at a path below a section. */
import { notFound, redirect } from '@tanstack/react-router'
import { getConfig } from '#console/data/api/config.ts'
import type { SectionModule } from '#console/kit/define-section.tsx'
import { type Page, pageOf, readRoute } from '#contract/kit/field/routes.ts'
import type { Section } from '#contract/kit/section/section.ts'
import { trashPath, viewsOf } from '#contract/kit/section/view.ts'

export interface FormPlace {
  /** Null adds a record. */
  id: string | null
  /** What the path holds beside the id. */
  given: Readonly<Record<string, string>>
  readOnly: boolean
  /** It was deleted. */
  trashed?: true
}

/** The pages that every section has, as far as it does what they are for. */
const usual: readonly (readonly [form: string, page: Page])[] = [
  ['add', 'add'],
  ['edit', 'list'],
  ['edit/{id}', 'edit'],
  ['detail', 'list'],
  ['detail/{id}', 'detail'],
]

/** What stands at a path below /X: a form, the path of another page that stands for it, or nothing. */
export function formAt(section: Section, path: string): FormPlace | string | null {
  const { name, routes, duplicate } = section
  const view = viewsOf(section).find(({ at }) => at === path)
  if (view) return `/${name}/${path}/list`
  const { trash } = section
  const gone =
    trash?.one !== undefined && !(trash.view?.backOffice && getConfig().backOffice) ? readRoute(`${trashPath(section)}/{id}`, path) : null
  if (gone) return { id: gone.id ?? '', given: {}, readOnly: true, trashed: true }
  const copied = duplicate ? readRoute('duplicate/{id}', path) : null
  if (copied) return `/${name}/add?copy=${encodeURIComponent(copied.id ?? '')}`
  const forms: (readonly [string, Page])[] = [...usual]
  if (routes.add) forms.push([routes.add, 'add'])
  if (routes.edit) forms.push([routes.edit, 'edit'])
  for (const [form, page] of forms) {
    const values = readRoute(form, path)
    if (!values) continue
    const { id = null, ...given } = values
    const there = pageOf(section, page)
    if (there === 'list') return `/${name}/list`
    return there === page ? { id, given, readOnly: page === 'detail' } : `/${name}/${there}/${encodeURIComponent(id ?? '')}`
  }
  return null
}

/** The same with the screens of the section, null where there is none. Throws what the router follows. */
export function enterForm(screens: SectionModule | null, path: string): FormPlace & { screens: SectionModule } {
  const place = screens && formAt(screens.section, path)
  if (!place) throw notFound()
  if (typeof place === 'string') throw redirect({ href: place, replace: true })
  if (place.id !== null && !place.trashed) void screens.prefetchOne(place.id)
  return { ...place, screens }
}
