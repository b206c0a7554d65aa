import { useRouterState } from '@tanstack/react-router'
import { t } from '#console/i18n/i18n.ts'
import { cn } from '#console/ui/cn.ts'
import type { NavItem } from '#contract/nav.ts'
import { NavIcon } from './nav-icon.tsx'
import { isCurrent, useGroups } from './navigation.ts'
import { PathLink } from './path-link.tsx'

export const usePathname = (): string => useRouterState({ select: (state) => state.location.pathname })

interface LinkProps {
  item: NavItem
  folded?: boolean
  onPress?: (() => void) | undefined
}

function NavLink({ item, folded = false, onPress }: LinkProps) {
  const current = isCurrent(item, usePathname())
  const label = t(`nav.${item.name}`)
  return (
    <PathLink
      href={item.path}
      onClick={onPress}
      aria-current={current ? 'page' : undefined}
      title={folded ? label : undefined}
      className={cn(
        'flex h-8 items-center gap-2.5 rounded-md px-2 text-sm text-muted-foreground transition-colors hover:bg-muted hover:text-foreground touch:h-11',
        'aria-[current=page]:bg-primary-soft aria-[current=page]:font-medium aria-[current=page]:text-primary-text',
        folded && 'justify-center px-0',
      )}
    >
      <NavIcon name={item.name} />
      <span className={folded ? 'sr-only' : 'truncate'}>{label}</span>
    </PathLink>
  )
}

/** The groups of the navigation, one under the other. */
export function NavGroups({ folded = false, onPress }: { folded?: boolean; onPress?: () => void }) {
  return (
    <ul className={cn('grid gap-4', folded && 'gap-2')}>
      {useGroups().map(({ group, items }) => (
        <li key={group}>
          {group !== 'main' && !folded && <p className="px-2 pb-1 text-xs font-medium text-muted-foreground">{t(`group.${group}`)}</p>}
          {group !== 'main' && folded && <hr className="mx-2 mb-2" />}
          <ul className="grid gap-0.5">
            {items.map((item) => (
              <li key={item.name}>
                <NavLink item={item} folded={folded} onPress={onPress} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
