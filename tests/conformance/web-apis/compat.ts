/** What the browsers' data package knows: since when each browser has a feature. */
import compatData from '@mdn/browser-compat-data/forLegacyNode'

/** The three engines: Chromium on a laptop and on Android, Firefox likewise, Safari on macOS and on iOS. */
export const engines = {
  Chromium: ['chrome', 'chrome_android'],
  Firefox: ['firefox', 'firefox_android'],
  Safari: ['safari', 'safari_ios'],
} as const
export type Engine = keyof typeof engines
type Browser = (typeof engines)[Engine][number]

interface Statement {
  version_added?: string | false
  version_removed?: string | false
  flags?: unknown[]
  prefix?: string
  alternative_name?: string
  partial_implementation?: true
}
/** A node of the data: features lie under others, by name. */
export interface Feature {
  __compat?: { support: Partial<Record<Browser, Statement | Statement[]>> }
  [name: string]: unknown
}

export const data = compatData as unknown as Record<'api' | 'css' | 'javascript', Feature>

const top = compatData as unknown as Feature

/** The feature at a path such as `api.Navigator.share`, or undefined. */
export const at = (path: string): Feature | undefined =>
  path
    .split('.')
    .reduce<Feature | undefined>((node, name) => (node && Object.hasOwn(node, name) ? (node[name] as Feature) : undefined), top)

/** A version that a browser has, `Infinity` where it has none; `partial` where it differs from what is written. */
export interface Since {
  version: number
  isPartial: boolean
}

const numberOf = (version: string) => (version === 'preview' ? Number.POSITIVE_INFINITY : Number.parseFloat(version.replace('≤', '')))

const noPrefix: ReadonlySet<string> = new Set()

function sinceIn(feature: Feature, browser: Browser, prefixed: ReadonlySet<string>): Since {
  const statements = [feature.__compat?.support[browser] ?? []].flat()
  const isWritten = ({ prefix, alternative_name }: Statement) => !alternative_name && (!prefix || prefixed.has(prefix))
  const lasting = statements.filter((one) => one.version_added && !one.version_removed && !one.flags && isWritten(one))
  const whole = lasting.filter((one) => !one.partial_implementation)
  const from = (whole.length ? whole : lasting).map((one) => numberOf(one.version_added || 'preview'))
  return { version: Math.min(Number.POSITIVE_INFINITY, ...from), isPartial: whole.length === 0 && lasting.length > 0 }
}

/** Since when all browsers of each engine have a feature: the latest of them. `prefixed`: prefixes under which it is written as well. */
export function sinceOf(feature: Feature, prefixed = noPrefix): Record<Engine, Since> {
  const of = (engine: Engine): Since => {
    const all = engines[engine].map((browser) => sinceIn(feature, browser, prefixed))
    return { version: Math.max(...all.map((one) => one.version)), isPartial: all.some((one) => one.isPartial) }
  }
  return { Chromium: of('Chromium'), Firefox: of('Firefox'), Safari: of('Safari') }
}

/** A version before those that docs/engines.md names: what was in them already is not looked for. */
const before: Record<Engine, number> = { Chromium: 110, Firefox: 125, Safari: 16.3 }

export const isRecent = (feature: Feature): boolean =>
  Object.entries(sinceOf(feature)).some(([engine, { version, isPartial }]) => isPartial || version > before[engine as Engine])
