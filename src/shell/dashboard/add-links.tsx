import { Plus } from 'lucide-react'
import { useAccess } from '#console/data/api/session.ts'
import { t } from '#console/i18n/i18n.ts'
import { buttonClass } from '#console/ui/button.tsx'
import { passes } from '#contract/kit/field/permission.ts'
import { nav } from '../base/nav.ts'
import { PathLink } from '../base/path-link.tsx'
import { isThere } from '../base/require-access.ts'

/** What people add every day, the most frequent first; everything else is in the quick panel. */
const daily: readonly string[] = ['leads', 'transaction', 'member-cuti', 'recommendation', 'analysis', 'post', 'faq', 'knowledge']
const most = 3

/** The first of the daily records that a person may add. */
export function AddLinks() {
  const access = useAccess()
  const items = daily.flatMap((name) =>
    nav.filter(
      (item) => item.name === name && item.gate && item.add !== null && isThere(item) && passes({ ...item.gate, action: 'create' }, access),
    ),
  )
  if (!items.length) return null
  return (
    <nav aria-label={t('quick.new')} className="flex flex-wrap gap-2">
      {items.slice(0, most).map((item) => (
        <PathLink key={item.name} href={item.add ?? `/${item.name}/add`} className={buttonClass({})}>
          <Plus aria-hidden="true" />
          {t(`section.${item.name}`)}
        </PathLink>
      ))}
    </nav>
  )
}
