/** Screens of every regular section: custom ones from the file of its name, else those of its definition. */
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

/** Screens of a URL segment, or null for an unknown section. */
export async function sectionScreens(name: string): Promise<SectionModule | null> {
  if (!Object.hasOwn(modules, name)) return null
  const before = loaded.get(name)
  if (before) return before
  const loading = load(name)
  loaded.set(name, loading)
  // After a failure the next visit retries.
  loading.catch(() => loaded.delete(name))
  return loading
}
