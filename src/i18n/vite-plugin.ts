import { readdirSync, readFileSync } from 'node:fs'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'
import { toText } from '#contract/kit/field/guards.ts'
import { isLocale, type Locale } from './locales.ts'

const catalog = /\/src\/i18n\/([a-z]{2})\/([a-z-]+)\.json$/
const ofSection = /\/src\/i18n\/sections\/[a-z-]+\.json$/

type Texts = Record<string, string>
type SectionTexts = Readonly<Record<Locale, Texts>>

const folder = new URL('sections/', import.meta.url)

/**
 * Names needed before a section is loaded: in the navigation (`nav.<section>`, catalog `core`), and of one record (`section.<section>`,
 * `kit`); further navigation entries are `nav.<section>-<name>`.
 */
export function namesOf(locale: Locale, area: string): Texts {
  const [key, prefix] = area === 'core' ? ['nav', 'nav'] : area === 'kit' ? ['one', 'section'] : []
  if (!key) return {}
  const names = readdirSync(folder).map((file) => {
    const texts: SectionTexts = JSON.parse(readFileSync(new URL(file, folder), 'utf8'))
    const id = `${prefix}.${file.replace('.json', '')}`
    const further = Object.entries(texts[locale]).filter(([name]) => name.startsWith(`${key}.`))
    return [[id, texts[locale][key]], ...further.map(([name, text]) => [`${id}-${name.slice(key.length + 1)}`, text])] as const
  })
  return Object.fromEntries(names.flat().flatMap(([id, text]) => (id && text ? [[id, text]] : [])))
}

/**
 * Compiles the ICU messages of `src/i18n/<locale>/<area>.json` and `src/i18n/sections/<section>.json` at build time, so that no parser is
 * in the bundle. An invalid message fails the build with its id. Plain texts become lists, because a bare string is warned of as
 * uncompiled.
 */
export function messages(): Plugin {
  return {
    name: 'lapangan-messages',
    enforce: 'pre',
    transform: {
      filter: { id: [catalog, ofSection] },
      handler(code, id) {
        const compiled = (texts: Texts) =>
          Object.fromEntries(
            Object.entries(texts).map(([name, text]) => {
              try {
                return [name, compileMessageOrThrow(text)]
              } catch (error) {
                return this.error(`${id}: ${name}: ${toText(error)}`)
              }
            }),
          )
        if (ofSection.test(id)) {
          const texts: SectionTexts = JSON.parse(code)
          // Its names are in the shared catalogs.
          const all = Object.entries(texts).map(([language, { nav, one, ...own }]) => [language, compiled(own)])
          return { code: JSON.stringify(Object.fromEntries(all)), map: null }
        }
        const [, locale = '', area = ''] = catalog.exec(id) ?? []
        const names = isLocale(locale) ? namesOf(locale, area) : {}
        return { code: JSON.stringify(compiled({ ...names, ...JSON.parse(code) })), map: null }
      },
    },
  }
}
