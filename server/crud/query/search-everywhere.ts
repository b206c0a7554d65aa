/** GET /api/search: each section that a person may open answers with its first records, by the same scope and fields as its list. */
import { and, desc, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Hono } from 'hono'
import { toText } from '#contract/kit/field/guards.ts'
import { passes } from '#contract/kit/field/permission.ts'
import { onlyFilters } from '#contract/kit/section/back-office.ts'
import { type Hit, hitOf, searchedTexts } from '#contract/kit/section/hit.ts'
import { phoneTerm } from '#contract/lib/phone.ts'
import { closenessOf } from '#contract/lib/search/closeness.ts'
import { noMatch } from '#contract/lib/search/fuzzy-terms.ts'
import { type HitGroup, hitsOfSection, minSearched, searchEverywhere } from '#contract/search.ts'
import type { CurrentUser, Platform } from '#server/platform/core/context.ts'
import { mount } from '#server/platform/http/mount.ts'
import { limit } from '#server/platform/limits/limits.ts'
import { readable } from './expressions.ts'
import { conditionOf } from './list-sql.ts'
import { mayRead, scopeOf } from './read.ts'
import { readableNames, type Shape, servedShapes } from './shape.ts'

/** Per person and minute: the console asks at each pause in typing. */
const asked = limit(90, 60)
/** Milliseconds after which no further section is asked: what was found until then is the answer. */
const maxMs = 2_500
/** Milliseconds of one section's search for nearly meant records. */
const maxFuzzyMs = 600
/** Records that are compared letter by letter. */
const candidates = 40
/** Shorter texts are nearly everything. */
const minFuzzy = 4
/** Share of a word's groups of three letters that a text has; two letters swapped leave a good third. */
const minAlike = 0.3

type Found = { id: number; ref: string } & Record<string, unknown>

const opens = ({ section }: Shape, { permissions }: CurrentUser): boolean =>
  section.nav !== undefined &&
  passes({ action: 'get', anyOf: section.nav.anyOf ?? [section.permission] }, { roles: [], permissions: [...permissions] })

/** Sections with records to find, in the order of the navigation. */
const searchedShapes = (user: CurrentUser): Shape[] =>
  servedShapes().filter((shape) => shape.section.list.search.length > 0 && opens(shape, user) && mayRead(shape, user))

/** Title and searched fields that this person may read. */
const namesOf = (shape: Shape, user: CurrentUser): string[] => {
  const names = readableNames(shape, user)
  return [...new Set([shape.section.title, ...shape.section.list.search])].filter((name) => names.has(name))
}

const isFound = (row: Record<string, unknown>): row is Found => typeof row.id === 'number' && typeof row.ref === 'string'

/** Who asks, and whether their console is of back-office mode. */
interface Asker {
  user: CurrentUser
  isBackOffice: boolean
}

async function select(
  db: Platform['database']['db'],
  shape: Shape,
  { user, isBackOffice }: Asker,
  where: SQL | undefined,
  order: SQL[],
  max: number,
) {
  const columns: Record<string, SQL.Aliased | PgColumn> = { id: shape.table.id, ref: shape.table.ref }
  for (const name of namesOf(shape, user)) {
    const known = readable(shape, name)
    if (known) columns[name] = sql`${known.expression}`.as(name)
  }
  const filters = isBackOffice ? onlyFilters(shape.section) : []
  const only = conditionOf(shape, { filters, search: '' }, readableNames(shape, user), user)
  const rows: Record<string, unknown>[] = await db
    .select(columns)
    .from(shape.table)
    .where(and(scopeOf(shape, user).where, only, where))
    .orderBy(...order)
    .limit(max)
  return rows.filter(isFound)
}

/** The text of a row to compare with: its own indexed column, or its readable fields. */
function textOf(shape: Shape, user: CurrentUser): SQL {
  const names = namesOf(shape, user)
  const { table, section } = shape
  const indexed = 'search_text' in table ? table.search_text : undefined
  // The indexed text is of all searched fields, also of those that this person may not read.
  if (indexed && section.list.search.every((name) => names.includes(name))) return sql`${indexed}`
  const parts = names.flatMap((name) => readable(shape, name)?.expression ?? []).map((one) => sql`(${one})::text`)
  return sql`lower(concat_ws(' ', ${sql.join(parts, sql`, `)}) collate "default")`
}

/** Records with typing errors, nearest first: candidates by their letters in threes, decided as on the device. */
async function nearest({ database }: Platform, shape: Shape, asker: Asker, search: string): Promise<Hit[]> {
  const text = textOf(shape, asker.user)
  const term = phoneTerm(search) ?? search.toLowerCase()
  const rows = await database.transaction(async (tx) => {
    await tx.execute(sql`select set_config('statement_timeout', ${String(maxFuzzyMs)}, true),
      set_config('pg_trgm.word_similarity_threshold', ${String(minAlike)}, true)`)
    return select(tx, shape, asker, sql`${term} <% ${text}`, [sql`word_similarity(${term}, ${text}) desc`], candidates)
  })
  const errorsOf = closenessOf(search)
  return rows
    .map((row) => ({ row, hit: hitOf(shape.section, row) }))
    .map(({ row, hit }) => ({ hit, errors: errorsOf({ texts: searchedTexts(shape.section, row), phone: hit.phone }) }))
    .filter(({ errors }) => errors < noMatch)
    .sort((a, b) => a.errors - b.errors || b.hit.id - a.hit.id)
    .map(({ hit }) => hit)
}

const groupOf = ({ section }: Shape, hits: readonly Hit[], fuzzy: boolean): HitGroup[] =>
  hits.length ? [{ section: section.name, more: hits.length > hitsOfSection, fuzzy, hits: hits.slice(0, hitsOfSection) }] : []

async function findExact(platform: Platform, shape: Shape, asker: Asker, search: string): Promise<HitGroup[]> {
  const { user } = asker
  const where = conditionOf(shape, { filters: [], search }, readableNames(shape, user), user)
  const rows = await select(platform.database.db, shape, asker, where, [desc(shape.table.id)], hitsOfSection + 1)
  return groupOf(
    shape,
    rows.map((row) => hitOf(shape.section, row)),
    false,
  )
}

/** A section that takes too long has nothing nearly meant; what others have is still shown. */
async function findNear(platform: Platform, shape: Shape, asker: Asker, search: string): Promise<HitGroup[]> {
  const near = await nearest(platform, shape, asker, search).catch((error: unknown) => {
    platform.log.warn({ err: error, section: shape.section.name }, 'search: no near matches')
    return []
  })
  return groupOf(shape, near, true)
}

export function mountSearch(app: Hono, platform: Platform): void {
  mount(app, platform, searchEverywhere, async ({ user, query }) => {
    await asked.take(user.ref)
    const search = toText(query.search).trim()
    if (search.length < minSearched) return { groups: [] }
    const until = Date.now() + maxMs
    const shapes = searchedShapes(user)
    const asker = { user, isBackOffice: query.back_office === true }
    const each = async (find: typeof findExact): Promise<HitGroup[]> => {
      const groups: HitGroup[] = []
      for (const shape of shapes) if (Date.now() < until) groups.push(...(await find(platform, shape, asker, search)))
      return groups
    }
    const exact = await each(findExact)
    return { groups: exact.length || search.length < minFuzzy ? exact : await each(findNear) }
  })
}
