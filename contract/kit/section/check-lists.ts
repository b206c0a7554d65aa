/** Checks of views and children at run time: sections name each other by text. */
import { parseFilters, parseSort } from '../field/list-query.ts'
import { fieldOf, isSortable, type Section } from './section.ts'
import { isMain, viewsOf } from './view.ts'

interface Asked {
  query?: string | undefined
  sort?: string | undefined
  columns?: readonly string[] | undefined
}

function problemsOf(target: Section, { query = '', sort, columns = [] }: Asked): string[] {
  const { filters, dates } = target.list
  const asked = parseFilters(query).filters.map(({ field }) => field)
  const by = parseSort(sort)?.field
  return [
    ...asked.filter((name) => ![...filters, ...dates].includes(name)).map((name) => `${target.name} cannot be filtered by ${name}`),
    ...(by !== undefined && !isSortable(target, by) ? [`${target.name} cannot be sorted by ${by}`] : []),
    ...columns
      .map((name) => name.replace(/^[-~]/, ''))
      .filter((name) => !fieldOf(target, name))
      .map((name) => `${target.name} has no column ${name}`),
  ]
}

/** Returns the errors in the views and children of these sections. */
export function listProblems(sections: readonly Section[]): string[] {
  const byName = new Map(sections.map((section) => [section.name, section]))
  return sections.flatMap((section) => {
    const views = viewsOf(section)
    const paths = views.flatMap(({ at }) => at ?? [])
    const found: string[] = []
    if (views.filter(isMain).length !== 1) found.push('one view, and one alone, is the list of the section')
    if (new Set(paths).size < paths.length) found.push('two views have the same path')
    for (const name of ['add', 'edit', 'detail', 'list'].filter((path) => paths.includes(path))) found.push(`${name} is the path of a form`)
    for (const view of views) found.push(...problemsOf(section, view))
    for (const child of section.children) {
      const target = byName.get(child.section)
      if (!target) found.push(`there is no section ${child.section} to stand under it`)
      else {
        const parent = fieldOf(target, child.parent)
        if (parent?.to !== section.name) found.push(`${child.section}.${child.parent} does not name a ${section.name}`)
        if (child.call !== undefined && !target.calls[child.call]?.route.endsWith(`{${child.parent}}`))
          found.push(`${child.section} has no call ${child.call} under ${child.parent}`)
        found.push(...problemsOf(target, { ...child, query: [child.query, `${child.parent}:0`].filter(Boolean).join(',') }))
      }
    }
    return found.map((problem) => `${section.name}: ${problem}`)
  })
}
