import { t } from '#console/i18n/i18n.ts'
import { NavIcon } from '../base/nav-icon.tsx'
import { isCurrent, useItems, usePathname } from '../base/navigation.ts'
import { PathLink } from '../base/path-link.tsx'

/** Navigation of layout 3: in as many rows as the names need. */
export function TopNav() {
  const pathname = usePathname()
  return (
    <nav aria-label={t('app.navigation')} className="mx-auto hidden max-w-[1120px] flex-wrap gap-x-1 px-6 md:flex">
      {useItems().map((item) => (
        <PathLink
          key={item.name}
          href={item.path}
          aria-current={isCurrent(item, pathname) ? 'page' : undefined}
          className="flex h-10 shrink-0 items-center gap-2 border-b-2 border-transparent px-2.5 text-sm text-muted-foreground hover:text-foreground aria-[current=page]:border-primary aria-[current=page]:font-medium aria-[current=page]:text-foreground"
        >
          <NavIcon name={item.name} />
          {t(`nav.${item.name}`)}
        </PathLink>
      ))}
    </nav>
  )
}
