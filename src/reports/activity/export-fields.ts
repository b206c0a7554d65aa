/** The history of exports as it is drawn: columns with their words, which begin with `report.exports`. */
import { formatDateTime, formatNumber } from '#console/kit/text/format.ts'
import { choiceLabel } from '#console/kit/text/labels.ts'
import type { Field } from '#contract/kit/field/field.ts'
import { exportHistoryFields } from '#contract/reports/export-chat.ts'
import type { ExportRow } from '../export-queries.ts'
import { formatSpan } from '../period-text.ts'
import type { Named } from '../report-fields.ts'

type ColumnName = 'created_at' | 'created_by' | 'report' | 'from' | 'rows' | 'state'

const named = (name: ColumnName): readonly [ColumnName, Field] => [name, { ...exportHistoryFields[name], of: `report.exports.${name}` }]

export const reportColumn: Named = named('report')
export const exportColumns = (['created_at', 'created_by', 'report', 'from', 'rows'] as const).map(named)
export const stateField: Field = named('state')[1]

export function formatExport(row: ExportRow, [name, field]: readonly [ColumnName, Field]): string {
  switch (name) {
    case 'created_at':
      return formatDateTime(row.created_at)
    case 'from':
      return formatSpan(row)
    case 'rows':
      return row.rows === null || row.rows === undefined ? '–' : formatNumber(row.rows)
    case 'created_by':
      return row.created_by ?? '–'
    default:
      return choiceLabel(row[name], field)
  }
}
