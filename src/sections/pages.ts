/** Resolves the form at a path below a section. */
import { notFound, redirect } from '@tanstack/react-router'
import { getConfig } from '#console/data/api/config.ts'
import type { SectionModule } from '#console/kit/define-section.tsx'
import { type Page, pageOf, readRoute } from '#contract/kit/field/routes.ts'
import type { Section } from '#contract/kit/section/section.ts'
import { trashPath, viewsOf } from '#contract/kit/section/view.ts'

export interface FormPlace {
  /** Null adds a record. */
  id: string | null
  /** Other parameters of the path. */
  given: Readonly<Record<string, string>>
  readOnly: boolean
  /** Shown in place of the form. */
  page?: string
  /** In the trash. */
  trashed?: true
}

/** Pages of all sections that have the required calls. */
const usual: readonly (readonly [form: string, page: Page])[] = [
  ['add', 'add'],
  ['edit', 'list'],
  ['edit/{id}', 'edit'],
  ['detail', 'list'],
  ['detail/{id}', 'detail'],
]

/** Returns the form at a path below /X, the path of a page that replaces it, or null. */
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
  for (const page of Object.keys(routes.pages ?? {})) {
    const values = readRoute(`${page}/{id}`, path)
    if (values) return { id: values.id ?? '', given: {}, readOnly: true, page }
  }
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

/** The form and the section's screens. Throws notFound or a redirect, for the router. */
export function enterForm(screens: SectionModule | null, path: string): FormPlace & { screens: SectionModule } {
  const place = screens && formAt(screens.section, path)
  if (!place) throw notFound()
  if (typeof place === 'string') throw redirect({ href: place, replace: true })
  if (place.id !== null && !place.trashed && !place.page) void screens.prefetchOne(place.id)
  return { ...place, screens }
}
