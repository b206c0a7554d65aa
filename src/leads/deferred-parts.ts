/** Code not needed for the first lead row: menus, board and form are loaded on intent. */
import type { ComponentProps } from 'react'
import { loadMessages } from '#console/i18n/i18n.ts'
import { deferred, preloadable } from '#console/kit/parts/deferred.tsx'
import type { LeadForm as Form } from './lead-form.tsx'

export const loadStatusMenu = () => import('./status-menu.tsx')

export const StatusMenu = deferred(() => loadStatusMenu().then((module) => module.StatusMenu))
export const BulkActions = deferred(() => import('./bulk-actions.tsx').then((module) => module.BulkActions))
export const SyncStatus = deferred(async () => {
  const [module] = await Promise.all([import('./sync-status.tsx'), loadMessages('sync')])
  return module.SyncStatus
})
export const Board = deferred(() => import('./board/board.tsx').then((module) => module.Board))
const form = preloadable<ComponentProps<typeof Form>>(async () => (await import('./lead-form.tsx')).LeadForm)
export const LeadForm = form.Component
export const loadForm = form.load
