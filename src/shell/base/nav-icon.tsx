import { Outline } from '#console/ui/outline.tsx'
import type { NavItem } from '#contract/nav.ts'

/** Uses symbols of the page, because icons in the first chunk would delay the first row. */
export function NavIcon({ name, className = 'size-4' }: { name: NavItem['name']; className?: string }) {
  return (
    <Outline aria-hidden="true" className={`shrink-0 ${className}`}>
      <use href={`#nav-${name}`} />
    </Outline>
  )
}
