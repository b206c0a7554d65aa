import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps, MouseEvent } from 'react'
import { isGuarded, usePressGuard } from './hooks/press-guard.ts'
import { Spinner } from './spinner.tsx'

/** Classes of a button, also for links. On a phone longer labels wrap to a second line. */
export const buttonClass = cva(
  'inline-flex max-w-full shrink-0 select-none items-center justify-center gap-1.5 rounded-md sm:whitespace-nowrap font-medium transition-colors duration-100 disabled:opacity-50 aria-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary: 'bg-primary text-primary-foreground shadow-raised hover:bg-primary/90 active:bg-primary/80',
        secondary:
          'border border-border bg-card text-foreground shadow-raised hover:bg-muted active:bg-border/60 aria-[expanded=true]:bg-muted',
        ghost: 'text-foreground hover:bg-muted active:bg-border/60 aria-[expanded=true]:bg-muted',
        quiet:
          'text-muted-foreground hover:bg-muted hover:text-foreground active:bg-border/60 aria-[expanded=true]:bg-muted aria-[expanded=true]:text-foreground',
        destructive: 'bg-destructive text-destructive-foreground shadow-raised hover:bg-destructive/90',
        link: 'text-primary-text underline-offset-4 hover:underline',
      },
      size: {
        default: 'h-control px-3 text-sm max-sm:h-auto max-sm:min-h-control',
        small: 'h-7 px-2 text-xs touch:h-11 touch:px-3',
        large: 'min-h-11 px-5 text-base',
        icon: 'size-control',
        smallIcon: 'size-7 touch:size-11',
      },
    },
    defaultVariants: { variant: 'secondary', size: 'default' },
  },
)

export interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof buttonClass> {
  /** Shows a spinner; ignores presses. */
  busy?: boolean
  /** True for steps and page turns: every press counts. Other buttons ignore a second press within a second (press-guard.ts). */
  repeats?: boolean
}

export function Button({ variant, size, busy, repeats, className, type = 'button', onClick, disabled, children, ...rest }: ButtonProps) {
  const counts = usePressGuard(isGuarded({ ...rest, repeats }))
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy || !counts(event.timeStamp)) return event.preventDefault()
    onClick?.(event)
  }
  return (
    <button
      type={type}
      className={buttonClass({ variant, size, className })}
      disabled={disabled}
      aria-busy={busy || undefined}
      onClick={press}
      {...rest}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}
