interface Props {
  /** 0 to 100; absent while unknown. */
  value?: number
  label: string
  className?: string
}

export function Progress({ value, label, className = '' }: Props) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(value !== undefined && { 'aria-valuenow': Math.round(value) })}
      className={`h-1.5 overflow-hidden rounded-full bg-muted ${className}`}
    >
      <div
        className={`h-full rounded-full bg-primary transition-[inline-size] duration-150 ${value === undefined ? 'w-1/3 animate-breathe' : ''}`}
        {...(value !== undefined && { style: { inlineSize: `${value}%` } })}
      />
    </div>
  )
}
