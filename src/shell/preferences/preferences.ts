/** Appearance settings of a person on a device. `boot.js` applies the same record before the first paint. */

import { readJson, writeItem } from '#console/data/base/storage.ts'
import { createStore, useStore } from '#console/data/base/store.ts'
import { setLocale } from '#console/i18n/i18n.ts'
import { isLocale, type Locale } from '#console/i18n/locales.ts'
import { isRecord } from '#contract/kit/field/guards.ts'

export const themes = ['light', 'dark', 'system'] as const
export const densities = ['comfortable', 'compact'] as const
export const layouts = [1, 2, 3] as const
/** Percent; steps of 10 (docs/product/session.md#preferences). */
export const fontScales = [70, 80, 90, 100, 110, 120, 130] as const

export interface Preferences {
  theme: (typeof themes)[number]
  locale: Locale
  fontScale: (typeof fontScales)[number]
  density: (typeof densities)[number]
  layout: (typeof layouts)[number]
}

const key = 'lapangan-preferences'
const among = <T>(list: readonly T[], value: unknown, fallback: T): T => list.find((entry) => entry === value) ?? fallback

/** The language that boot.js began with: the browser's, where nobody chose one. */
function firstLocale(): Locale {
  const { lang } = globalThis.document?.documentElement ?? {}
  return isLocale(lang) ? lang : 'en'
}

/** Parses the stored value; unknown parts become defaults. */
export function toPreferences(value: unknown): Preferences {
  const kept = isRecord(value) ? value : {}
  return {
    theme: among(themes, kept.theme, 'system'),
    locale: isLocale(kept.locale) ? kept.locale : firstLocale(),
    fontScale: among(fontScales, kept.fontScale, 100),
    density: among(densities, kept.density, 'comfortable'),
    layout: among(layouts, kept.layout, 1),
  }
}

const preferencesStore = createStore<Preferences>(toPreferences(readJson(key)))
export const usePreferences = (): Preferences => useStore(preferencesStore)

const prefersDark = matchMedia('(prefers-color-scheme: dark)')

export function resolvedTheme(theme: Preferences['theme']): 'light' | 'dark' {
  return theme === 'system' ? (prefersDark.matches ? 'dark' : 'light') : theme
}

function apply({ theme, fontScale, density, layout }: Preferences): void {
  const root = document.documentElement
  Object.assign(root.dataset, { theme: resolvedTheme(theme), density, layout: String(layout) })
  root.style.fontSize = `${fontScale}%`
}

/** Sets a preference, now and for the next start. Rejects, and keeps the language, when it cannot be loaded. */
export async function setPreference<K extends keyof Preferences>(name: K, value: Preferences[K]): Promise<void> {
  if (name === 'locale' && isLocale(value)) await setLocale(value)
  preferencesStore.set((old) => ({ ...old, [name]: value }))
  apply(preferencesStore.get())
  writeItem(key, JSON.stringify(preferencesStore.get()))
}

/** Follows the device's theme and other tabs until the returned function is called. */
export function followPreferences(): () => void {
  const again = () => apply(preferencesStore.get())
  const other = (event: StorageEvent) => {
    if (event.key !== key) return
    const next = toPreferences(readJson(key))
    if (next.locale !== preferencesStore.get().locale) void setLocale(next.locale)
    preferencesStore.set(next)
    again()
  }
  again()
  prefersDark.addEventListener('change', again)
  addEventListener('storage', other)
  return () => {
    prefersDark.removeEventListener('change', again)
    removeEventListener('storage', other)
  }
}
