import { ArchiveRestore, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { invalidateSection } from '#console/data/query/queries.ts'
import { t, useLocale } from '#console/i18n/i18n.ts'
import { Button } from '#console/ui/button.tsx'
import { DropdownMenuItem } from '#console/ui/dropdown-menu.tsx'
import type { AnyRow, Section } from '#contract/kit/section/section.ts'
import { trashPath } from '#contract/kit/section/view.ts'
import type { ListParts } from '../list/query/pane.ts'
import type { Selection } from '../list/query/selection.ts'
import { ListPane, type ListPaneProps } from '../list/screen/list-pane.tsx'
import { type May, useMay } from '../text/permissions.ts'
import { erase, restore } from './trash-actions.ts'
import { useMayRestore } from './use-may-restore.ts'
import { useTrashedRows } from './use-trashed-rows.ts'

const none: May = { create: false, update: false, delete: false }

/** The section reduced to reading and restoring, for its trash. */
function stillSection(section: Section): Section {
  const { order: _, export: _export, ...rest } = section
  return { ...rest, calls: {}, switches: {}, list: { ...section.list, inline: [], bulkEdit: [] } }
}

/** Deleted records, which can be restored or deleted for good. */
export function TrashPane({ parts, ...props }: ListPaneProps) {
  useLocale()
  const may = useMay(parts.section)
  const mayRestore = useMayRestore(parts.section)
  const mayErase = may.delete && parts.section.trash?.erase !== undefined
  const trashed = useMemo((): ListParts => {
    const section = stillSection(parts.section)
    const recordAt = section.trash?.one === undefined ? undefined : trashPath(section)
    const letOut = async (rows: readonly AnyRow[], selection?: Selection) => {
      if (await restore(parts.section, rows)) selection?.clear()
    }
    const drop = async (rows: readonly AnyRow[], selection?: Selection) => {
      if (!(await erase(parts.section, rows))) return
      selection?.clear()
      await invalidateSection(section.name)
    }
    const labels: Readonly<Record<string, string>> = { updated_at: 'deleted_at', updated_by: 'deleted_by' }
    return {
      section,
      columns: parts.columns.map((column) => ({
        ...column,
        link: column.link && recordAt !== undefined,
        label: labels[column.name] ?? column.label,
      })),
      onIntent: () => undefined,
      extras: {
        recordAt,
        rowMenu: (row) => (
          <>
            {mayRestore && (
              <DropdownMenuItem onSelect={() => void letOut([row])}>
                <ArchiveRestore />
                {t('trash.restore')}
              </DropdownMenuItem>
            )}
            {mayErase && (
              <DropdownMenuItem tone="danger" aria-haspopup="dialog" onSelect={() => void drop([row])}>
                <Trash2 />
                {t('trash.erase')}
              </DropdownMenuItem>
            )}
          </>
        ),
        bulk: (selection) => (
          <>
            {mayRestore && (
              <Button onClick={() => void letOut(selection.rows, selection)}>
                <ArchiveRestore />
                {t('trash.restore')}
              </Button>
            )}
            {mayErase && (
              <Button variant="destructive" aria-haspopup="dialog" onClick={() => void drop(selection.rows, selection)}>
                <Trash2 />
                {t('trash.erase')}
              </Button>
            )}
          </>
        ),
      },
    }
  }, [parts, mayRestore, mayErase])
  return <ListPane {...props} parts={trashed} may={none} useList={useTrashedRows} />
}
