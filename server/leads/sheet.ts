/** Columns of exported leads, ordered for calling, with headers that an import recognises. */
import { recordsOf } from '#server/crud/query/nested.ts'
import { listCell, momentCell, type SheetColumn, textCell } from '#server/crud/sheets/cells.ts'

const text = (header: string, needs: string): SheetColumn => ({ header, needs, cell: (row) => textCell(row[needs]) })
const moment = (header: string, needs: string): SheetColumn => ({ header, needs, cell: (row) => momentCell(row[needs]) })

export const leadColumns: readonly SheetColumn[] = [
  text('Name', 'name'),
  text('Phone', 'phone'),
  text('Email', 'email'),
  text('City', 'city'),
  text('Status', 'status'),
  text('Campaign', 'campaign_name'),
  { header: 'Source', needs: 'lead_sources', cell: (row) => listCell(recordsOf(row.lead_sources).map(({ source }) => source)) },
  text('Sales', 'sales_name'),
  { header: 'Tags', needs: 'tags', cell: (row) => listCell(Array.isArray(row.tags) ? row.tags : []) },
  text('Notes', 'notes'),
  moment('Last follow up', 'last_follow_up'),
  moment('Next follow up', 'next_follow_up'),
  moment('Created', 'created_at'),
  text('Created by', 'created_by'),
  moment('Updated', 'updated_at'),
  text('Updated by', 'updated_by'),
]
