import { t } from '#console/i18n/i18n.ts'
import { Card, CardHeader } from '#console/ui/card.tsx'
import { NavIcon } from '../base/nav-icon.tsx'
import { useItems } from '../base/navigation.ts'
import { PathLink } from '../base/path-link.tsx'

/** Links for people without leads. */
export function Shortcuts() {
  const items = useItems().filter((item) => item.name !== 'dashboard')
  return (
    <Card aria-labelledby="places">
      <CardHeader title={<span id="places">{t('dashboard.places')}</span>} />
      <ul className="divide-y divide-border/60">
        {items.map((item) => (
          <li key={item.name}>
            <PathLink
              href={item.path}
              className="flex min-h-12 items-center gap-3 px-4 text-sm font-medium transition-colors hover:bg-muted"
            >
              <NavIcon name={item.name} className="size-4 text-muted-foreground" />
              {t(`nav.${item.name}`)}
            </PathLink>
          </li>
        ))}
      </ul>
    </Card>
  )
}
