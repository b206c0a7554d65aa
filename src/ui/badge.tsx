import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'

const badgeClass = cva('inline-flex h-5 items-center gap-1 whitespace-nowrap rounded-full px-2 text-xs font-medium [&_svg]:size-3', {
  variants: {
    tone: {
      neutral: 'bg-muted text-muted-foreground',
      accent: 'bg-primary-soft text-primary-text',
      warning: 'bg-warning-soft text-warning-text',
      danger: 'bg-danger-soft text-danger-text',
      outline: 'border border-border text-muted-foreground',
    },
  },
  defaultVariants: { tone: 'neutral' },
})

/** A short label; never colour alone. */
export function Badge({ tone, className, ...rest }: ComponentProps<'span'> & VariantProps<typeof badgeClass>) {
  return <span className={badgeClass({ tone, className })} {...rest} />
}
