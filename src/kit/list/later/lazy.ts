/** Code not needed for the first row; each piece is loaded on intent, when first drawn, or while idle. */

import { lazy } from 'react'
import { firstRow } from '#console/data/base/first-row.ts'
import { loadMessages } from '#console/i18n/i18n.ts'
import { latePiece } from '../../parts/late-piece.tsx'

export const loadFilters = async () => (await Promise.all([import('../filters/filter-panel.tsx'), loadMessages('filters')]))[0]
export const loadSort = async () => (await Promise.all([import('../filters/sort-menu.tsx'), loadMessages('filters')]))[0]
export const loadColumns = () => import('../filters/columns-menu.tsx')
/** The confirmation of a delete, preloaded so that deleting works offline. */
const loadQuestion = () => Promise.all([import('../../actions/ask-and-remove.ts'), import('#console/ui/confirm-window.tsx')])
export const loadViews = () => import('../filters/views.tsx')
export const loadRowMenu = () => import('../table/row-menu.tsx')

/** Preloads the panels that a press opens, one after the other: none is urgent. */
export async function loadPanels(): Promise<void> {
  for (const load of [loadRowMenu, loadQuestion, loadFilters, loadColumns]) await load()
}

export const FilterPanel = latePiece(() => loadFilters().then((module) => module.FilterPanel))
export const SortMenu = latePiece(() => loadSort().then((module) => module.SortMenu))
export const ColumnsMenu = latePiece(() => loadColumns().then((module) => module.ColumnsMenu))
export const BodySwitch = latePiece(() => import('../screen/body-switch.tsx').then((module) => module.BodySwitch))
export const StackedPane = lazy(() => import('../screen/stacked-pane.tsx').then((module) => ({ default: module.StackedPane })))
export const TrashPane = lazy(() =>
  Promise.all([import('../../trash/trash-pane.tsx'), loadMessages(['trash', 'kit']).catch(() => undefined)]).then(([module]) => ({
    default: module.TrashPane,
  })),
)
export const ViewTabs = latePiece(() => import('../filters/view-tabs.tsx').then((module) => module.ViewTabs))
export const ViewLinks = latePiece(() => import('../filters/view-links.tsx').then((module) => module.ViewLinks))
export const ViewsMenu = latePiece(() => loadViews().then((module) => module.ViewsMenu))
export const RowMenu = latePiece(() => loadRowMenu().then((module) => module.RowMenu))
export const CallButtons = latePiece(() => import('../../calls/call-buttons.tsx').then((module) => module.CallButtons))
export const BulkBar = latePiece(() => import('../screen/bulk-bar.tsx').then((module) => module.BulkBar))
export const AfterRows = latePiece(() => firstRow.then(() => import('../rows/after-rows.tsx')).then((module) => module.AfterRows))
export const LongTable = lazy(() => import('../table/long-table.tsx').then((module) => ({ default: module.LongTable })))
export const OrderTable = lazy(() => import('../table/order-table.tsx').then((module) => ({ default: module.OrderTable })))
export const Pagination = latePiece(() => import('../rows/pagination.tsx').then((module) => module.Pagination))
export const MoveButtons = latePiece(() => import('../table/move-buttons.tsx').then((module) => module.MoveButtons))
export const Thumbnail = latePiece(() => import('../table/thumbnail.tsx').then((module) => module.Thumbnail))
export const InlineSelect = latePiece(() => import('../table/inline-select.tsx').then((module) => module.InlineSelect))
export const BulkEdit = latePiece(() =>
  Promise.all([import('../screen/bulk-edit.tsx'), loadMessages(['forms', 'kit'])]).then(([module]) => module.BulkEdit),
)
export const ReferenceNames = latePiece(() => import('../../parts/reference-names.tsx').then((module) => module.ReferenceNames))
/** With the outbox, before which no row has a mark. */
export const MarkBadge = latePiece(() => import('../../parts/marks.tsx').then((module) => module.MarkBadge))
export const SwitchCell = latePiece(() => import('../table/switch-cell.tsx').then((module) => module.SwitchCell))
export const RetryButton = latePiece(() => import('../../parts/retry-button.tsx').then((module) => module.RetryButton))
export const StaleNotice = latePiece(() => firstRow.then(() => import('../../parts/stale-notice.tsx')).then((module) => module.StaleNotice))
export const SheetButtons = latePiece(() =>
  firstRow.then(() => import('../../sheets/sheet-buttons.tsx')).then((module) => module.loadSheetButtons()),
)
export const SideScrollbar = latePiece(() =>
  firstRow.then(() => import('../rows/side-scrollbar.tsx')).then((module) => module.SideScrollbar),
)
