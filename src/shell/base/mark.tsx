/** The logo: a field from above, its halfway line and circle, with one corner already worked. */
export function Mark({ className = 'size-7' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      <rect width="32" height="32" rx="8" className="fill-primary" />
      <g fill="none" className="stroke-primary-foreground" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
        <path d="M8 9.5h16v13H8zM16 9.5v13" />
        <circle cx="16" cy="16" r="2.75" className="fill-primary" />
      </g>
      <path d="M8 9.5h4.5A4.5 4.5 0 0 1 8 14z" className="fill-primary-foreground" />
    </svg>
  )
}
