import { Outline } from '#console/ui/outline.tsx'
import type { NavItem } from '#contract/nav.ts'

/** Drawn from the page's own symbols, because pictures in the first chunk would hold up the first row. */
export function NavIcon({ name, className = 'size-4' }: { name: NavItem['name']; className?: string }) {
  return (
    <Outline aria-hidden="true" className={`shrink-0 ${className}`}>
      <use href={`#nav-${name}`} />
    </Outline>
  )
}
