/** Rows of a retention file: each moves one account of a member, or several, to a day (docs/product/members.md#retention-import). */

import { and, eq, inArray, isNull } from 'drizzle-orm'
import { correctionOf } from '#contract/commerce/membership-ledger.ts'
import { normaliseCell } from '#contract/import/normalise.ts'
import { hasWide, importFields } from '#contract/import/sheet-columns.ts'
import type { Fields } from '#contract/kit/field/field.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { problem, validate } from '#contract/kit/field/schema.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { member } from '#contract/sections/member/member.ts'
import { accountEnds, retentionFields } from '#contract/sections/member/retention-fields.ts'
import { type AccountKey, appendEntries, entriesOf, lockAccounts, serverDay } from '#server/commerce/ledger.ts'
import { rowRequest } from '#server/crud/import/request.ts'
import type { Counts } from '#server/crud/import/state.ts'
import { failuresOf, oneAtATime, readCells, refusedFields, remember, type Storing } from '#server/crud/import/store.ts'
import { targetsOf } from '#server/crud/import/targets.ts'
import { importWords } from '#server/crud/import/words.ts'
import { findRows } from '#server/crud/query/read.ts'
import { resolveReferences } from '#server/crud/query/references.ts'
import { selectRows } from '#server/crud/query/rows.ts'
import { publishChange } from '#server/crud/write/publish-change.ts'
import { createRow, updateRow, writeColumns } from '#server/crud/write/write.ts'
import type { Db } from '#server/db/database.ts'
import type { SheetRow } from '#server/db/tables/imports.ts'
import { members } from '#server/db/tables/members.ts'
import { yieldToEventLoop } from '#server/platform/core/event-loop.ts'
import { fieldError } from '#server/platform/core/problem.ts'

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

/** Marks repeated rows of an account; copies a member's name to all their rows. */
export function arrange(rows: readonly SheetRow[]): SheetRow[] {
  const names = new Map<string, string>()
  for (const { cells } of rows) if (cells.name && !names.has(textOf('phone', cells))) names.set(textOf('phone', cells), cells.name)
  const seen = new Set<string>()
  return rows.map(({ row, cells: given }) => {
    const cells = typed(given)
    const phone = textOf('phone', cells)
    const accounts = accountsIn(cells).map((account) => `${phone} ${account}`)
    const repeats = new Set(accounts).size < accounts.length || accounts.some((account) => seen.has(account))
    for (const account of accounts) seen.add(account)
    const name = cells.name ?? names.get(phone)
    return { row, cells: { ...cells, ...(name && { name }) }, ...(repeats && { repeats: true as const }) }
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
}

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
})

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

/** Moves the account to the day. Returns whether it changed. */
async function bring({ stored, user }: Storing, db: Db, member_id: number, end: End, note: string | null): Promise<boolean> {
  const [account] = await lockAccounts(db, [{ member_id, product: end.product, type: end.type }])
  if (!account) throw new Error('an account is gone within its own transaction')
  const correction = correctionOf(await entriesOf(db, [account.id]), end.expires_on, await serverDay(db))
  if (!correction) return false
  const reason = note ?? stored.file_name
  await appendEntries(db, account.id, [{ ...correction, source: 'import', source_id: stored.id, reason }], user.name)
  return true
}

type Outcome = 'created' | 'updated' | 'skipped'

async function storeRow(storing: Storing, db: Db, row: number, wanted: Wanted, known: Known | undefined): Promise<[Outcome, number]> {
  const { platform, user, shape, stored, after } = storing
  const { phone, name } = wanted
  if (!known && !name) throw fieldError('name', 'required')
  const before = known ? await memberOf(storing, db, known) : null
  // A salesperson who has left since keeps the members that they have.
  const sales = before && Number(before.sales_id ?? 0) === wanted.sales ? null : wanted.sales
  const resolved = await resolveReferences({ db, user }, { sales: retentionFields.sales }, { sales })
  const seller = typeof resolved.sales === 'number' ? resolved.sales : null
  const mutation = `import ${stored.ref}`
  const fresh = () => createRow(platform, shape, rowRequest(user, db, after, { body: { name, phone, sales_id: seller ?? 0 }, mutation }))
  const id = before?.id ?? Number((await fresh()).id)
  const isMoved = before ? await transfer(storing, db, before, seller) : false
  let isBrought = false
  for (const end of wanted.ends) if (await bring(storing, db, id, end, wanted.note)) isBrought = true
  if (before && !isMoved && !isBrought) return ['skipped', id]
  const [now] = await selectRows(db, shape, { where: eq(members.id, id) })
  const written = await writeColumns(shape, { db, user }, id, {})
  await publishChange(shape, [{ platform, db, user, mutation, before: now ?? null, after: written, input: {} }])
  await remember({ ...storing, db }, [{ row, before, after: written }])
  return [before ? 'updated' : 'created', id]
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
  const counts: Counts = { created: 0, updated: 0, skipped: 0, failures: [] }
  await oneAtATime(storing)
  const idOf = await targetsOf(
    db,
    retentionFields,
    list.map(({ cells }) => cells),
  )
  const known = await membersOf(db, [...new Set(list.map(({ cells }) => textOf('phone', cells)))])
  const rows = list.map((one) => {
    const { values, bad } = readCells(shape, one, idOf)
    const checked = validate(fieldsOf(storing, one), [], values)
    const problems = checked.ok ? [] : Object.entries(checked.problems).map(([field, found]) => ({ field, problem: found }))
    const wrong = [...bad, ...problems.filter(({ field }) => !bad.some((each) => each.field === field))]
    if (one.repeats) wrong.push({ field: 'phone', problem: problem('duplicate') })
    return { one, wrong, wanted: checked.ok && !wrong.length ? wantedOf(checked.value) : null }
  })
  // All by number, before any change: others lock several members' accounts, too.
  await lockAccounts(
    db,
    rows.flatMap(({ wanted }) => {
      const there = wanted && known.get(wanted.phone)
      return wanted && there && !there.isDeleted ? wanted.ends.map(({ product, type }) => ({ member_id: there.id, product, type })) : []
    }),
  )
  for (const { one, wrong, wanted } of rows) {
    await yieldToEventLoop()
    if (!wanted) {
      counts.failures.push(...failuresOf(one, wrong))
      continue
    }
    try {
      // A savepoint: a failed row does not affect the others of its part.
      const [outcome, id] = await db.transaction((tx) => storeRow(storing, tx, one.row, wanted, known.get(wanted.phone)))
      counts[outcome] += 1
      known.set(wanted.phone, { id, isDeleted: false })
    } catch (error) {
      const refused = refusedFields(error, 'phone').map(({ field, ...rest }) => ({
        ...rest,
        field: field === 'sales_id' ? 'sales' : field,
      }))
      counts.failures.push(...failuresOf(one, refused))
    }
  }
  return counts
}
