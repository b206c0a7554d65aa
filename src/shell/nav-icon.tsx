import type { NavItem } from '#contract/nav.ts'

/** Drawn from the page's own symbols, because pictures in the first chunk would hold up the first row. */
export function NavIcon({ name, className = 'size-4' }: { name: NavItem['name']; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`shrink-0 ${className}`}
    >
      <use href={`#nav-${name}`} />
    </svg>
  )
}
