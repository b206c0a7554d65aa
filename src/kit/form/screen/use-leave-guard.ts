import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { onBeforeReload } from '#console/data/base/before-reload.ts'
import { t } from '#console/i18n/i18n.ts'
import { confirm } from '#console/ui/confirm.ts'

/** Asks before unsaved changes are left. The draft is kept either way, so a wrong answer loses nothing. */
export function useLeaveGuard(dirty: boolean) {
  const open = useRef(false)
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      // Another tab of the same record keeps the form mounted.
      if (!dirty || open.current || current.pathname === next.pathname) return false
      const leave = await confirm({
        title: t('kit.leaveTitle'),
        detail: t('kit.leaveDetail'),
        action: t('kit.leave'),
        cancel: t('kit.stay'),
        close: t('app.close'),
      })
      return !leave
    },
    enableBeforeUnload: () => dirty && !open.current,
  })
  useEffect(
    () =>
      onBeforeReload(() => {
        open.current = true
      }),
    [],
  )
  /** Allows the next navigation: the changes are saved. */
  return () => {
    open.current = true
  }
}
