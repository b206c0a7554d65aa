import { Navigate } from '@tanstack/react-router'
import type { SectionModule } from '#console/kit/define-section.tsx'
import { defineSection } from '#console/kit/define-section.tsx'
import { ChoiceBadge } from '#console/kit/parts/choice-badge.tsx'
import { formatSize } from '#console/kit/text/format-more.ts'
import { choiceLabel } from '#console/kit/text/labels.ts'
import type { AnyRow } from '#contract/kit/section/section.ts'
import { knowledge } from '#contract/sections/settings/knowledge.ts'
import { UploadPanel } from './knowledge/upload-panel.tsx'

const { fields } = knowledge

const reasonOf = ({ reason }: AnyRow) => (reason == null ? '' : choiceLabel(reason, fields.reason))
const statusOf = ({ status }: AnyRow) => choiceLabel(status, fields.status)

function Status({ row }: { row: AnyRow }) {
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <ChoiceBadge value={row.status} field={fields.status} />
      {reasonOf(row) && <span className="text-sm text-muted-foreground">{reasonOf(row)}</span>}
    </span>
  )
}

const own = defineSection(knowledge, {
  columns: ({ column }) => [
    column('status', { cell: (row) => <Status row={row} />, text: (row) => [statusOf(row), reasonOf(row)].filter(Boolean).join(': ') }),
    column('size', { cell: (row) => formatSize(Number(row.size)), text: (row) => formatSize(Number(row.size)) }),
  ],
  line: (row) => [row.type ? choiceLabel(row.type, fields.type) : '', formatSize(Number(row.size))],
  above: () => <UploadPanel />,
  live: ['knowledge'],
})

/** Its list is part of the bot's settings. */
export const screens: SectionModule = {
  ...own,
  List: () => <Navigate to="/$section/list" params={{ section: 'setting-bot-saham' }} replace />,
}
