/** Import of leads (docs/product/leads.md#import): POST /crm/in/v1/lead/import and related calls. */

import { leadStatuses } from '../choices/options.ts'
import {
  countFields,
  duplicatePolicies,
  type FoundTable,
  type ImportFailure,
  importTypes,
  tableChoiceFields,
  tableFields,
} from '../import/import-calls.ts'
import { importLimits } from '../import/limits.ts'
import {
  choice,
  type Fields,
  file,
  flag,
  type InputOf,
  number,
  type RowOf,
  reference,
  rows,
  tags,
  text,
  textarea,
} from '../kit/field/field.ts'
import { call } from '../kit/section/call.ts'
import { leads } from '../sections/sales/leads.ts'

const { name, phone, email, city, campaign_id, lead_sources, notes, last_follow_up, next_follow_up } = leads.fields

/** A lead from a file: only the filled cells. `row` is its line. */
export const importRowFields = {
  row: number({ required: true, integer: true, min: 1, max: 10_000_000 }),
  name,
  phone,
  email,
  city,
  status: choice(leadStatuses),
  campaign_id,
  lead_sources,
  sales: reference({ to: 'user/sales', unassigned: true }),
  tags: tags({ max: 20 }),
  notes,
  /** Further phones and emails of the row, which are added to the notes. */
  other_contacts: text({ max: 500 }),
  last_follow_up,
  next_follow_up,
}
export type ImportRow = { row: number } & Partial<InputOf<typeof importRowFields>>

/** Defaults of created leads, where the file has no value. */
const defaultFields = {
  status: choice(leadStatuses),
  campaign_id: reference({ to: 'campaign' }),
  sales: reference({ to: 'user/sales', unassigned: true }),
  tags: tags({ max: 20 }),
}

const path = `${leads.path}/import`
const base = { section: 'leads', permission: 'create crm', payloadVersion: 1 } as const

const summaryFields = {
  ...countFields,
  duplicates: choice(duplicatePolicies, { required: true }),
  /** Number of the next part; smaller ones are stored. */
  next_part: number({ required: true }),
  /** Why the file could not be read: a code of contract/import/file-problem.ts. */
  file_problem: text(),
} as const satisfies Fields
export type ImportSummary = RowOf<typeof summaryFields>

/** A lead kept by an undo, because it was changed or deleted since. */
export interface KeptLead {
  ref: string
  name: string
  row: number
  gone: boolean
}

export interface ImportDetail extends ImportSummary, FoundTable {
  /** The first thousand, once no job runs. */
  failures: ImportFailure[]
  kept_leads: KeptLead[]
}

const detailFields = {
  ...summaryFields,
  ...tableFields,
  failures: rows({ row: number({ required: true }), field: text({ required: true }), value: text() }),
  kept_leads: rows({ name: text(), row: number({ required: true }), gone: flag() }),
}

/** A whole file, or its rows as JSON; returns at once, and the import's address reports its progress. */
export const leadImport = call({
  ...base,
  name: 'leads.import',
  kind: 'mutation',
  method: 'POST',
  path,
  encoding: 'multipart',
  rowsAs: 'file',
  body: {
    file: file({ required: true, storage: 'temporary', accept: importTypes, maxBytes: importLimits.bytes }),
    duplicates: choice(duplicatePolicies, { initial: 'skip' }),
    /** JSON: target of each column in order, null for none. Guessed from the header when absent. */
    mapping: textarea({ max: 5_000 }),
    /** Reports effects and errors, and stores nothing. */
    dry_run: flag(),
    ...tableChoiceFields,
    ...defaultFields,
  },
  reply: { of: 'record', fields: detailFields },
})

/** Starts an import with rows sent by the client. Idempotent by `ref`: returns the started import. */
export const leadImportBegin = call({
  ...base,
  name: 'leads.import-begin',
  kind: 'mutation',
  method: 'POST',
  path: `${path}/begin`,
  body: {
    file_name: text({ required: true, max: 200 }),
    total: number({ required: true, integer: true, min: 1, max: importLimits.rows }),
    duplicates: choice(duplicatePolicies, { required: true }),
    ...defaultFields,
  },
  reply: { of: 'record', fields: detailFields },
})

/** One part of the rows, in order; a repeated part changes nothing. */
export const leadImportPart = call({
  ...base,
  name: 'leads.import-part',
  kind: 'mutation',
  method: 'PUT',
  path: `${path}/{id}/rows`,
  body: {
    number: number({ required: true, integer: true, min: 0, max: importLimits.rows }),
    rows: rows(importRowFields, { required: true, max: importLimits.chunkRows }),
  },
  reply: { of: 'record', fields: detailFields },
})

export const leadImportFinish = call({
  ...base,
  name: 'leads.import-finish',
  kind: 'mutation',
  method: 'PUT',
  path: `${path}/{id}/finish`,
  body: { cancelled: flag() },
  reply: { of: 'record', fields: detailFields },
})

/** Undoes a part and reports the rest; repeated until the state is 'undone'. */
export const leadImportUndo = call({
  ...base,
  name: 'leads.import-undo',
  kind: 'mutation',
  method: 'PUT',
  path: `${path}/{id}/undo`,
  body: {},
  reply: { of: 'record', fields: detailFields },
})

export const leadImportOne = call({
  ...base,
  name: 'leads.import-one',
  kind: 'query',
  method: 'GET',
  path: `${path}/{id}`,
  reply: { of: 'record', fields: detailFields },
})

/** Recent imports: one's own, and all for Root and admins who see every lead and may delete them. */
export const leadImports = call({
  ...base,
  name: 'leads.imports',
  kind: 'query',
  method: 'GET',
  path,
  reply: { of: 'object', fields: { imports: rows(summaryFields) } },
})

/** Returns the phones of existing leads that this person may see. */
export const leadImportCheck = call({
  ...base,
  name: 'leads.import-check',
  kind: 'query',
  method: 'POST',
  path: `${path}/check`,
  body: { phones: tags({ required: true, max: importLimits.phones }) },
  reply: { of: 'object', fields: { existing: tags() } },
})
