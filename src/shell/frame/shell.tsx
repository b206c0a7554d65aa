import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { t } from '#console/i18n/i18n.ts'
import { usePreferences } from '../preferences/preferences.ts'
import { BottomBar } from './bottom-bar.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { LaterBanner } from './later-banner.tsx'
import { ShellWindows } from './shell-windows.tsx'
import { listenToKeys } from './shortcuts.ts'
import { SideNav } from './side-nav.tsx'
import { TopBar } from './top-bar.tsx'

/** Layout 1: side navigation, full width. 2: side navigation, a container of 1120 px. 3: navigation on top, the same container. */
export function Shell({ children }: { children: ReactNode }) {
  const { layout } = usePreferences()
  const { history } = useRouter()
  useEffect(() => listenToKeys((path) => history.push(path)), [history])
  return (
    <div className="flex min-h-dvh">
      <a
        href="#main"
        className="fixed start-4 top-2 z-50 -translate-y-16 rounded-md bg-primary px-3 py-2 text-sm font-medium text-primary-foreground focus:translate-y-0"
      >
        {t('app.skip')}
      </a>
      {layout !== 3 && <SideNav />}
      <div className="flex min-w-0 flex-1 flex-col">
        <TopBar navigation={layout === 3} />
        <LaterBanner />
        <ConnectionBanner />
        <main
          id="main"
          tabIndex={-1}
          className={`mx-auto w-full flex-1 pb-(--bottom-bar) outline-none ${layout === 1 ? '' : 'max-w-[1120px]'}`}
        >
          {children}
        </main>
      </div>
      <BottomBar />
      <ShellWindows />
    </div>
  )
}
