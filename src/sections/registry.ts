/** The screens of every regular section: what it draws itself, where there is a file of its name, else what its definition says. */
import { loadSectionWords } from '#console/i18n/i18n.ts'
import { defineSection, type SectionModule } from '#console/kit/define-section.tsx'
import { isSectionName, type SectionName, sections } from '#contract/sections/index.ts'

/** Parts of a section's screens stand in a folder of its name. */
const files = new Map(
  Object.entries(import.meta.glob<{ screens: SectionModule }>('./*/*.tsx')).map(([path, load]) => [/([^/]+)\.tsx$/.exec(path)?.[1], load]),
)

/** Their routes are their own. */
const irregular: ReadonlySet<string> = new Set<SectionName>(['leads', 'chat-platform'])

async function load(name: SectionName): Promise<SectionModule> {
  const [own, section] = await Promise.all([files.get(name)?.(), sections[name](), loadSectionWords(name).catch(() => undefined)])
  return own?.screens ?? defineSection(section)
}

const loaded = new Map<string, Promise<SectionModule>>()

/** The screens of a URL segment, or null where there is no such section. */
export async function sectionScreens(name: string): Promise<SectionModule | null> {
  if (!isSectionName(name) || irregular.has(name)) return null
  const before = loaded.get(name)
  if (before) return before
  const loading = load(name)
  loaded.set(name, loading)
  // Without a network the next visit asks again.
  loading.catch(() => loaded.delete(name))
  return loading
}
