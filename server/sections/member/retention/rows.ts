/** Rows of a retention file: each moves one account of a member, or several, to a day (docs/product/members.md#retention-import). */

import { and, eq, inArray, isNull } from 'drizzle-orm'
import { correctionOf } from '#contract/commerce/membership-ledger.ts'
import { normaliseCell } from '#contract/import/normalise.ts'
import { hasWide, importFields } from '#contract/import/sheet-columns.ts'
import type { Fields } from '#contract/kit/field/field.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { problem } from '#contract/kit/field/problem.ts'
import { validate } from '#contract/kit/field/schema.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { member } from '#contract/sections/member/member.ts'
import { accountEnds, retentionFields } from '#contract/sections/member/retention-fields.ts'
import { type AccountKey, appendToAccounts, entriesOf, lockAccounts, serverDay } from '#server/commerce/ledger.ts'
import { rowRequest } from '#server/crud/import/request.ts'
import type { Counts } from '#server/crud/import/state.ts'
import { failuresOf, oneAtATime, readCells, refusedFields, remember, type Storing } from '#server/crud/import/store.ts'
import { targetsOf } from '#server/crud/import/targets.ts'
import { importWords } from '#server/crud/import/words.ts'
import { findRows } from '#server/crud/query/read.ts'
import { resolveReferences } from '#server/crud/query/references.ts'
import { selectRows } from '#server/crud/query/rows.ts'
import { createRows } from '#server/crud/write/create-rows.ts'
import { publishChange } from '#server/crud/write/publish-change.ts'
import { createRow, stamp, updateRow, writeColumns } from '#server/crud/write/write.ts'
import type { Db } from '#server/db/database.ts'
import type { SheetRow } from '#server/db/tables/imports.ts'
import { members } from '#server/db/tables/members.ts'
import type { Work } from '#server/platform/core/background.ts'
import { yieldToEventLoop } from '#server/platform/core/event-loop.ts'
import { fieldError, toApiError } from '#server/platform/core/problem.ts'

type Cells = SheetRow['cells']

const textOf = (name: keyof typeof retentionFields, cells: Cells) =>
  toText(normaliseCell(retentionFields[name], cells[name] ?? '', importWords(member).choices[name]))
/** Regular, by other names. */
const isRegular = (type: string) => type === '' || /^(?:active|aktif|regul[ae]r)$/i.test(type.trim())
const typed = (cells: Cells): Cells => (isRegular(cells.type ?? '') ? { ...cells, type: 'Regular' } : cells)

const isFilled = (cell: string | undefined) => (cell ?? '').trim() !== ''
const hasOwnAccount = ({ product, expires_on }: Cells) => isFilled(product) || isFilled(expires_on)

/** Returns the accounts of a row as texts: those of its columns of ends, and that of its product and type. */
function accountsIn(cells: Cells): string[] {
  const wide = accountEnds.filter(({ column }) => isFilled(cells[column])).map(({ product, type }) => `${product} ${type}`)
  return wide.length && !hasOwnAccount(cells) ? wide : [...wide, [textOf('product', cells), textOf('type', cells)].join(' ')]
}

/** A row whose account has no type is Regular, which is told: of each row, or once where the file has no types. */
function typeDoubts(rows: readonly SheetRow[]): (row: SheetRow) => NonNullable<SheetRow['doubts']> {
  const hasTypes = rows.some(({ cells }) => isFilled(cells.type))
  const isUntold = ({ cells }: SheetRow) => hasOwnAccount(cells) && !isFilled(cells.type)
  const first = rows.find(isUntold)
  return (row) => (isUntold(row) && (hasTypes || row === first) ? [{ field: 'type', value: '', code: 'type_absent' }] : [])
}

/** Marks repeated rows of an account; copies a member's name to all their rows. */
export function arrange(rows: readonly SheetRow[]): SheetRow[] {
  const doubtsOf = typeDoubts(rows)
  const names = new Map<string, string>()
  for (const { cells } of rows) if (cells.name && !names.has(textOf('phone', cells))) names.set(textOf('phone', cells), cells.name)
  const seen = new Set<string>()
  return rows.map((one) => {
    const { row } = one
    const cells = typed(one.cells)
    const phone = textOf('phone', cells)
    const accounts = accountsIn(cells).map((account) => `${phone} ${account}`)
    const repeats = new Set(accounts).size < accounts.length || accounts.some((account) => seen.has(account))
    for (const account of accounts) seen.add(account)
    const name = cells.name ?? names.get(phone)
    const doubts = [...(one.doubts ?? []), ...doubtsOf(one)]
    const marks = { ...(repeats && { repeats: true as const }), ...(doubts.length && { doubts }) }
    return { row, cells: { ...cells, ...(name && { name }) }, ...marks }
  })
}

interface End extends Pick<AccountKey, 'product' | 'type'> {
  expires_on: string
}

interface Wanted {
  phone: string
  name: string | null
  ends: End[]
  /** 0 is unassigned; null if absent. */
  sales: number | null
  note: string | null
  details: Details
}

/** What a new member gets, and one who has none. */
export const detailNames = ['email', 'city', 'joined_at'] as const
type Details = Partial<Record<(typeof detailNames)[number], string>>

const endsOf = (values: Readonly<Record<string, unknown>>): End[] => [
  ...accountEnds.map(({ product, type, column }): End => ({ product, type, expires_on: toText(values[column]) })),
  { product: toText(values.product), type: values.type === 'VIP' ? 'VIP' : 'Regular', expires_on: toText(values.expires_on) },
]

const wantedOf = (values: Readonly<Record<string, unknown>>): Wanted => ({
  phone: toText(values.phone),
  name: typeof values.name === 'string' ? values.name : null,
  ends: endsOf(values).filter(({ expires_on }) => expires_on !== ''),
  sales: typeof values.sales === 'number' ? values.sales : null,
  note: typeof values.note === 'string' ? values.note : null,
  details: Object.fromEntries(detailNames.flatMap((name) => (typeof values[name] === 'string' ? [[name, values[name]]] : []))),
})

/** Details that the member lacks; none where the person may not change members. */
function lackingDetails({ user }: Pick<Storing, 'user'>, before: AnyRow, details: Details): Details {
  if (!user.permissions.has('update member')) return {}
  return Object.fromEntries(Object.entries(details).filter(([name]) => toText(before[name]) === ''))
}

interface Known {
  id: number
  isDeleted: boolean
}

/** Members of these phones, visible or not, locked in order. */
async function membersOf(db: Db, phones: readonly string[]): Promise<Map<string, Known>> {
  if (!phones.length) return new Map()
  const found = await db
    .select({ id: members.id, phone: members.phone, deleted_at: members.deleted_at })
    .from(members)
    .where(and(inArray(members.phone, [...phones]), isNull(members.erased_at)))
    .orderBy(members.id)
    .for('no key update')
  return new Map(found.map(({ id, phone, deleted_at }) => [phone, { id, isDeleted: deleted_at !== null }]))
}

/** Returns the member before the row. Throws 422 for a deleted or invisible one. */
async function memberOf({ user, shape }: Storing, db: Db, known: Known): Promise<AnyRow> {
  if (known.isDeleted) throw fieldError('phone', 'member_deleted')
  const [row] = await findRows(db, shape, user, [known.id])
  if (!row) throw fieldError('phone', 'taken')
  return row
}

/**
 * Assigns another salesperson, like a form; many at once are a bulk transfer (docs/product/access.md#bulk-transfer). Returns whether it
 * changed.
 */
async function transfer({ platform, user, shape, after }: Storing, db: Db, before: AnyRow, sales: number | null): Promise<boolean> {
  if (sales === null || sales === Number(before.sales_id ?? 0)) return false
  const { permissions } = user
  if (!permissions.has('update member') || !permissions.has('delete member')) throw fieldError('sales', 'not_allowed')
  const more = { body: { sales_id: sales }, params: { id: String(before.id) }, mask: ['sales_id'] }
  await updateRow(platform, shape, rowRequest(user, db, after, more))
  return true
}

/** Fills what the member lacks. Returns whether it changed. */
async function fill({ platform, user, shape, after }: Storing, db: Db, before: AnyRow, details: Details): Promise<boolean> {
  const lacking = lackingDetails({ user }, before, details)
  if (!Object.keys(lacking).length) return false
  const more = { body: lacking, params: { id: String(before.id) }, mask: Object.keys(lacking) }
  await updateRow(platform, shape, rowRequest(user, db, after, more))
  return true
}

/** Moves accounts of members to the days of their rows. Returns the rows that moved one. */
async function bring(
  { stored, user }: Pick<Storing, 'stored' | 'user'>,
  db: Db,
  list: readonly { id: number; rows: readonly Wanted[] }[],
): Promise<ReadonlySet<Wanted>> {
  const moves = list.flatMap(({ id, rows }) => rows.flatMap((row) => row.ends.map((end) => ({ row, end, member_id: id }))))
  const accounts = await lockAccounts(
    db,
    moves.map(({ member_id, end: { product, type } }) => ({ member_id, product, type })),
  )
  const known = await entriesOf(
    db,
    accounts.map(({ id }) => id),
  )
  const today = moves.length ? await serverDay(db) : ''
  const moved = new Set<Wanted>()
  const appending = moves.flatMap(({ row, end }, at) => {
    const account = accounts[at]?.id ?? 0
    const own = known.filter(({ account_id }) => account_id === account)
    const correction = correctionOf(own, end.expires_on, today)
    if (!correction) return []
    moved.add(row)
    return [
      { account, entries: [{ ...correction, source: 'import' as const, source_id: stored.id, reason: row.note ?? stored.file_name }] },
    ]
  })
  await appendToAccounts(db, appending, user.name, known)
  return moved
}

type Outcome = 'created' | 'updated' | 'skipped'

/** The body of a new member. */
const memberBody = ({ phone, name, details }: Wanted, sales: number) => ({ name, phone, sales_id: sales, ...details })

async function storeRow(storing: Storing, db: Db, row: number, wanted: Wanted, known: Known | undefined): Promise<[Outcome, number]> {
  const { platform, user, shape, stored, after } = storing
  if (!known && !wanted.name) throw fieldError('name', 'required')
  const before = known ? await memberOf(storing, db, known) : null
  // A salesperson who has left since keeps the members that they have.
  const sales = before && Number(before.sales_id ?? 0) === wanted.sales ? null : wanted.sales
  const resolved = await resolveReferences({ db, user }, { sales: retentionFields.sales }, { sales })
  const seller = typeof resolved.sales === 'number' ? resolved.sales : null
  const mutation = `import ${stored.ref}`
  const fresh = () => createRow(platform, shape, rowRequest(user, db, after, { body: memberBody(wanted, seller ?? 0), mutation }))
  const id = before?.id ?? Number((await fresh()).id)
  const isMoved = before ? await transfer(storing, db, before, seller) : false
  const hasMore = before ? await fill(storing, db, before, wanted.details) : false
  const isBrought = (await bring(storing, db, [{ id, rows: [wanted] }])).size > 0
  if (before && !isMoved && !hasMore && !isBrought) return ['skipped', id]
  const [now] = await selectRows(db, shape, { where: eq(members.id, id) })
  const written = await writeColumns(shape, { db, user }, id, {})
  await publishChange(shape, [{ platform, db, user, mutation, before: now ?? null, after: written, input: {} }])
  await remember({ ...storing, db }, [{ row, before, after: written }])
  return [before ? 'updated' : 'created', id]
}

/** A readable row of the file. */
interface Ready {
  one: SheetRow
  wanted: Wanted
}

/** All rows of one member in a part, and the member as they are; null for a new one. */
interface Group {
  rows: readonly Ready[]
  before: AnyRow | null
}

/** Whether these rows make a member or move ends, and nothing else: they are written together with those of others. */
function isPlain(storing: Storing, { rows, before }: Group): boolean {
  const [first] = rows
  if (!first || (!before && !first.wanted.name)) return false
  const sales = before ? Number(before.sales_id ?? 0) : (first.wanted.sales ?? 0)
  return rows.every(({ wanted }) => {
    const keepsSales = wanted.sales === null || wanted.sales === sales
    return keepsSales && (!before || !Object.keys(lackingDetails(storing, before, wanted.details)).length)
  })
}

const wantedIn = ({ rows }: Group) => rows.map(({ wanted }) => wanted)

/** Makes members with their accounts. Returns their ids, by phone, and the rows that moved an end. */
async function createTogether(storing: Storing, db: Db, groups: readonly Group[]) {
  const { platform, user, shape, stored, after } = storing
  const later: Work[] = []
  let moved: ReadonlySet<Wanted> = new Set()
  const bodies = groups.map((group) => {
    const [first, ...rest] = wantedIn(group)
    if (!first) throw new Error('a group of rows is empty')
    const details = Object.assign({}, ...rest.map((row) => row.details).toReversed(), first.details)
    return memberBody({ ...first, details }, first.sales ?? 0)
  })
  const request = rowRequest(user, db, (work) => void later.push(work), { mutation: `import ${stored.ref}` })
  const made = await createRows(platform, shape, request, bodies, async (ids) => {
    const list = groups.map((group, at) => ({ id: ids[at] ?? 0, rows: wantedIn(group) }))
    moved = await bring(storing, db, list)
  })
  const records = made.map((row, at) => ({ row: groups[at]?.rows[0]?.one.row ?? 0, before: null, after: row }))
  await remember({ ...storing, db }, records)
  return { ids: new Map(made.map((row) => [toText(row.phone), row.id])), moved, announce: () => later.forEach(after) }
}

/** Moves ends of members who are there. Returns the rows that moved one. */
async function moveTogether(storing: Storing, db: Db, groups: readonly Group[]): Promise<ReadonlySet<Wanted>> {
  const { platform, user, shape, stored } = storing
  const list = groups.flatMap((group) => (group.before ? [{ id: group.before.id, rows: wantedIn(group) }] : []))
  const moved = await bring(storing, db, list)
  const changed = groups.filter((group) => wantedIn(group).some((row) => moved.has(row)))
  const ids = changed.flatMap(({ before }) => before?.id ?? [])
  if (!ids.length) return moved
  await db.update(members).set(stamp(shape, user)).where(inArray(members.id, ids))
  const written = new Map((await selectRows(db, shape, { where: inArray(members.id, ids) })).map((row) => [row.id, row]))
  const effects = changed.flatMap(({ before, rows }) => {
    const after = before && written.get(before.id)
    return after ? [{ row: rows[0]?.one.row ?? 0, before, after }] : []
  })
  const about = { platform, db, user, mutation: `import ${stored.ref}`, input: {} }
  await publishChange(
    shape,
    effects.map(({ after }) => ({ ...about, before: after, after })),
  )
  await remember({ ...storing, db }, effects)
  return moved
}

/**
 * Stores the plain rows of a part in a few statements for all. Returns the outcome of each and the ids of new members; null, with nothing
 * stored, if one is refused: row by row it is known which.
 */
async function storeTogether(storing: Storing, groups: readonly Group[]) {
  if (groups.length < 2) return null
  try {
    return await storing.db.transaction(async (db) => {
      const [fresh, there] = [groups.filter(({ before }) => !before), groups.filter(({ before }) => before)]
      const made = fresh.length ? await createTogether(storing, db, fresh) : null
      const moved = there.length ? await moveTogether(storing, db, there) : new Set<Wanted>()
      const outcomes = new Map<SheetRow, Outcome>()
      for (const { rows, before } of groups)
        for (const [at, { one, wanted }] of rows.entries()) {
          const isMoved = moved.has(wanted) || made?.moved.has(wanted)
          outcomes.set(one, !before && at === 0 ? 'created' : isMoved ? 'updated' : 'skipped')
        }
      made?.announce()
      return { outcomes, ids: made?.ids ?? new Map<string, number>() }
    })
  } catch (error) {
    const refusal = toApiError(error)
    if (!refusal || refusal.status >= 500) throw error
    return null
  }
}

/** Fields of a row: an exported one has no product and day of its own. */
function fieldsOf({ stored, shape }: Storing, { cells }: SheetRow): Fields {
  const fields = importFields(shape.section)
  if (hasOwnAccount(cells) || !hasWide(shape.section, stored.mapping ?? [])) return fields
  const { product, expires_on } = retentionFields
  return { ...fields, product: { ...product, required: false }, expires_on: { ...expires_on, required: false } }
}

export async function storeRetention(storing: Storing, list: readonly SheetRow[]): Promise<Counts> {
  const { db, shape } = storing
  const counts: Required<Counts> = { created: 0, updated: 0, skipped: 0, failures: [], warnings: [] }
  await oneAtATime(storing)
  const idOf = await targetsOf(
    db,
    retentionFields,
    list.map(({ cells }) => cells),
  )
  const known = await membersOf(db, [...new Set(list.map(({ cells }) => textOf('phone', cells)))])
  const rows = list.map((one) => {
    const { values, bad, warnings } = readCells(shape, one, idOf)
    const checked = validate(fieldsOf(storing, one), [], values)
    const problems = checked.ok ? [] : Object.entries(checked.problems).map(([field, found]) => ({ field, problem: found }))
    const wrong = [...bad, ...problems.filter(({ field }) => !bad.some((each) => each.field === field))]
    if (one.repeats) wrong.push({ field: 'phone', problem: problem('duplicate') })
    return { one, wrong, warnings, wanted: checked.ok && !wrong.length ? wantedOf(checked.value) : null }
  })
  // All by number, before any change: others lock several members' accounts, too.
  await lockAccounts(
    db,
    rows.flatMap(({ wanted }) => {
      const there = wanted && known.get(wanted.phone)
      return wanted && there && !there.isDeleted ? wanted.ends.map(({ product, type }) => ({ member_id: there.id, product, type })) : []
    }),
  )
  const ids = [...known.values()].flatMap(({ id, isDeleted }) => (isDeleted ? [] : id))
  const seen = new Map((await findRows(db, shape, storing.user, ids)).map((row) => [toText(row.phone), row]))
  const byPhone = new Map<string, Ready[]>()
  for (const { one, wanted } of rows) if (wanted) byPhone.set(wanted.phone, [...(byPhone.get(wanted.phone) ?? []), { one, wanted }])
  const groups = [...byPhone].flatMap(([phone, ready]): Group[] => {
    const before = seen.get(phone) ?? null
    return known.has(phone) && !before ? [] : [{ rows: ready, before }]
  })
  const together = await storeTogether(
    storing,
    groups.filter((group) => isPlain(storing, group)),
  )
  for (const [phone, id] of together?.ids ?? []) known.set(phone, { id, isDeleted: false })
  for (const { one, wrong, warnings, wanted } of rows) {
    await yieldToEventLoop()
    if (!wanted) {
      counts.failures.push(...failuresOf(one, wrong))
      continue
    }
    try {
      const outcome = together?.outcomes.get(one) ?? (await storeAlone(one, wanted))
      counts[outcome] += 1
      counts.warnings.push(...warnings)
    } catch (error) {
      const refused = refusedFields(error, 'phone').map(({ field, ...rest }) => ({
        ...rest,
        field: field === 'sales_id' ? 'sales' : field,
      }))
      counts.failures.push(...failuresOf(one, refused))
    }
  }
  return counts

  /** In a savepoint: a failed row does not affect the others of its part. */
  async function storeAlone({ row }: SheetRow, wanted: Wanted): Promise<Outcome> {
    const [outcome, id] = await db.transaction((tx) => storeRow(storing, tx, row, wanted, known.get(wanted.phone)))
    known.set(wanted.phone, { id, isDeleted: false })
    return outcome
  }
}
