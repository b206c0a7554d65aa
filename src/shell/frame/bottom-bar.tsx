import { Inbox, Menu } from 'lucide-react'
import type { ReactNode } from 'react'
import { useStore } from '#console/data/base/store.ts'
import { unreadStore } from '#console/data/base/unread-store.ts'
import { useWaiting } from '#console/data/query/outbox-store.ts'
import { t } from '#console/i18n/i18n.ts'
import { NavIcon } from '../base/nav-icon.tsx'
import { isCurrent, useItems, usePathname } from '../base/navigation.ts'
import { PathLink } from '../base/path-link.tsx'
import { openWindow } from '../base/shell-window.ts'

const entry =
  'relative flex min-w-0 flex-1 flex-col items-center justify-center gap-0.5 px-0.5 text-[min(0.6875rem,2.9vw)] font-medium text-muted-foreground aria-[current=page]:text-primary-text'

function Count({ children }: { children: ReactNode }) {
  return (
    <span className="absolute start-[calc(50%+0.25rem)] top-1 min-w-4 rounded-full bg-primary px-1 text-center text-[0.625rem] leading-4 font-semibold text-primary-foreground tabular-nums">
      {children}
    </span>
  )
}

/** Navigation of a phone: three places, the outbox and a menu, within reach of a thumb. */
export function BottomBar() {
  const pathname = usePathname()
  const items = useItems()
  const { waiting, parked } = useWaiting()
  const unread = useStore(unreadStore)
  const first = [...items.filter((item) => item.name === 'dashboard' || item.name === 'leads' || item.name === 'chat-platform'), ...items]
  const shown = [...new Set(first)].slice(0, 3)
  return (
    <nav
      aria-label={t('app.navigation')}
      data-bottom-bar=""
      className="fixed inset-x-0 bottom-0 z-30 flex h-(--bottom-bar) border-t bg-background/95 pb-(--safe-bottom) backdrop-blur md:hidden"
    >
      {shown.map((item) => (
        <PathLink key={item.name} href={item.path} className={entry} aria-current={isCurrent(item, pathname) ? 'page' : undefined}>
          <NavIcon name={item.name} className="size-5" />
          <span className="max-w-full truncate">{t(`nav.${item.name}`)}</span>
          {item.name === 'chat-platform' && unread > 0 && <Count>{unread > 99 ? '99+' : unread}</Count>}
        </PathLink>
      ))}
      <PathLink href="/outbox" className={entry} aria-current={pathname === '/outbox' ? 'page' : undefined}>
        <Inbox aria-hidden="true" className="size-5" />
        <span className="max-w-full truncate">{t('waiting.short')}</span>
        {waiting + parked > 0 && <Count>{waiting + parked}</Count>}
      </PathLink>
      <button type="button" className={entry} onClick={() => openWindow('drawer')}>
        <Menu aria-hidden="true" className="size-5" />
        <span className="max-w-full truncate">{t('app.menu')}</span>
      </button>
    </nav>
  )
}
