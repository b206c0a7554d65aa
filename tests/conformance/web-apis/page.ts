/** docs/engines.md: read, and written anew from what the console uses. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeUses, type Use } from './code-uses.ts'
import { at, type Engine, engines, type Since, sinceOf } from './compat.ts'
import { styleUses } from './style-uses.ts'

export const path = join(import.meta.dirname, '../../../docs/engines.md')
export type Versions = Record<Engine, number>
const names = Object.keys(engines) as Engine[]

export interface Used {
  /** Files, sorted. */
  files: string[]
  /** Undefined where the data does not know the feature. */
  since: Record<Engine, Since> | undefined
}

export interface Row {
  features: string[]
  cells: string[]
  /** What happens in a browser that does not have it. */
  without: string
}

/** Prefixes with which a property of the style is written beside its plain name. */
const prefixesOf = (feature: string, prefixed: ReadonlySet<string>) =>
  new Set(['-webkit-', '-moz-'].filter((prefix) => prefixed.has(prefix + feature.replace(/^css\.(?:properties|selectors)\./, ''))))

/** Every feature that the console uses. */
export async function findUsed(): Promise<Map<string, Used>> {
  const { uses, prefixed } = await styleUses()
  const files = new Map<string, Set<string>>()
  const collect = ({ feature, file }: Use) => files.set(feature, (files.get(feature) ?? new Set()).add(file))
  for (const use of [...codeUses(), ...uses]) collect(use)
  return new Map(
    [...files].map(([feature, where]) => {
      const known = at(feature)
      return [feature, { files: [...where].sort(), since: known && sinceOf(known, prefixesOf(feature, prefixed)) }]
    }),
  )
}

/** Whether a browser of the named versions may lack it: such a feature needs a line. */
export const needsLine = ({ since }: Used, oldest: Versions): boolean =>
  !since || names.some((engine) => since[engine].isPartial || since[engine].version > oldest[engine])

/** Names as the page has them: the area of scripts goes without saying. */
const shown = (feature: string) => `\`${feature.replace(/^(?:api|javascript\.builtins)\./, '')}\``
const hidden = (name: string) => ['', 'api.', 'javascript.builtins.'].map((area) => area + name).find((one) => at(one)) ?? name

/** Oldest versions that the page names. */
export function readOldest(page: string): Versions {
  const of = (engine: Engine) => Number(new RegExp(`\\b${engine} (\\d[\\d.]*\\d)`).exec(page)?.[1])
  return { Chromium: of('Chromium'), Firefox: of('Firefox'), Safari: of('Safari') }
}

const heading = '| What | Used in | Chromium | Firefox | Safari | Without it |'

export function readRows(page: string): Row[] {
  const lines = page.slice(page.indexOf(heading)).split('\n').slice(2)
  const table = lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith('|')),
  )
  return table.map((line) => {
    const [what = '', ...rest] = line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim())
    return {
      features: [...what.matchAll(/`([^`]+)`/g)].map(([, name = '']) => hidden(name)),
      cells: rest.slice(0, 4),
      without: rest[4] ?? '',
    }
  })
}

function cellsOf(used: readonly Used[]): string[] {
  const files = [...new Set(used.flatMap((one) => one.files))].sort()
  const first = files.slice(0, 3).map((file) => `\`${file}\``)
  const where = files.length > 4 ? `${first.join(', ')} and ${files.length - 3} more` : files.map((file) => `\`${file}\``).join(', ')
  const versions = names.map((engine) => {
    const all = used.map(({ since }) => since?.[engine])
    if (all.some((one) => !one)) return 'not known'
    const latest = Math.max(...all.map((one) => one?.version ?? 0))
    const isPartial = all.some((one) => one?.isPartial)
    return latest === Number.POSITIVE_INFINITY ? 'no' : `${latest}${isPartial ? ', in part' : ''}`
  })
  return [where, ...versions]
}

/** Rows as they should be: those of the page without what is gone, and a row with an empty way for everything new. */
export function renewRows(rows: readonly Row[], used: ReadonlyMap<string, Used>, oldest: Versions): Row[] {
  const needed = [...used].filter(([, one]) => needsLine(one, oldest)).map(([feature]) => feature)
  const kept = rows.map(({ features, without }) => ({ features: features.filter((one) => needed.includes(one)), without }))
  const named = new Set(kept.flatMap(({ features }) => features))
  const fresh = needed.filter((feature) => !named.has(feature)).map((feature) => ({ features: [feature], without: '' }))
  return [...kept, ...fresh]
    .filter(({ features }) => features.length > 0)
    .map(({ features, without }) => ({
      features: features.sort(),
      cells: cellsOf(features.flatMap((one) => used.get(one) ?? [])),
      without,
    }))
    .sort((a, b) => ((a.features[0] ?? '') < (b.features[0] ?? '') ? -1 : 1))
}

const lineOf = ({ features, cells, without }: Row) => `| ${[features.map(shown).join(', '), ...cells, without].join(' | ')} |`

/** What has no line and that no older browser has: it decides the oldest versions. */
export function decidingFeatures(used: ReadonlyMap<string, Used>, oldest: Versions, engine: Engine): string[] {
  return [...used]
    .filter(([, one]) => !needsLine(one, oldest) && one.since?.[engine].version === oldest[engine])
    .map(([feature]) => feature)
    .sort((a, b) => (b < a ? -1 : 1))
}

const maxNames = 4
const listOf = (features: readonly string[]) =>
  features.slice(0, maxNames).map(shown).join(', ') + (features.length > maxNames ? ` and ${features.length - maxNames} more` : '')

const decidingHeading = '| Engine | Oldest | Because of |'

/** The page with both tables as they should be. */
export function renewPage(page: string, used: ReadonlyMap<string, Used>): string {
  const oldest = readOldest(page)
  const replace = (text: string, head: string, lines: readonly string[]) => {
    const start = text.indexOf(head)
    const rule = head.replace(/[^|]+/g, ' --- ')
    const rest = text.slice(start).split('\n')
    return text.slice(0, start) + [head, rule, ...lines, ...rest.slice(rest.findIndex((line) => !line.startsWith('|')))].join('\n')
  }
  const deciding = names.map((engine) => `| ${engine} | ${oldest[engine]} | ${listOf(decidingFeatures(used, oldest, engine))} |`)
  const rows = renewRows(readRows(page), used, oldest).map(lineOf)
  return replace(replace(page, decidingHeading, deciding), heading, rows)
}

export const readPage = (): string => readFileSync(path, 'utf8')
