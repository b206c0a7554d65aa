interface Props {
  path: string
  /** What it says; without it nobody is told of it. */
  label?: string
  tick?: string
  className: string
}

/** An icon of one path, for what conversations draw and let go of by the thousand: half the nodes of one made of parts. */
export function Stroke({ path, label, tick, className }: Props) {
  return (
    <svg
      role="img"
      aria-label={label}
      aria-hidden={label === undefined || undefined}
      data-tick={tick}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      <path d={path} />
    </svg>
  )
}
