/** The screens of every regular section: what it draws itself, where there is a file of its name, else what its definition says. */
import { modules } from 'virtual:sections'
import { takeSectionWords } from '#console/i18n/i18n.ts'
import { defineSection, type SectionModule } from '#console/kit/define-section.tsx'

async function load(name: string): Promise<SectionModule | null> {
  const { section, screens, words } = (await modules[name]?.()) ?? {}
  if (!section) return null
  if (words) takeSectionWords(name, words)
  return screens ?? defineSection(section)
}

const loaded = new Map<string, Promise<SectionModule | null>>()

/** The screens of a URL segment, or null where there is no such section. */
export async function sectionScreens(name: string): Promise<SectionModule | null> {
  if (!Object.hasOwn(modules, name)) return null
  const before = loaded.get(name)
  if (before) return before
  const loading = load(name)
  loaded.set(name, loading)
  // Without a network the next visit asks again.
  loading.catch(() => loaded.delete(name))
  return loading
}
