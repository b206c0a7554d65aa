import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { buttonClass } from './button.tsx'
import { cn } from './cn.ts'
import { useCounted } from './hooks/open-dialogs.ts'

export interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  /** Label of the close button. */
  closeLabel: string
  children: ReactNode
  /** Buttons at the foot. */
  footer?: ReactNode
  className?: string
  /** The title is for screen readers; the content, Escape or a press outside closes the window. */
  hideTitle?: boolean
  role?: 'dialog' | 'alertdialog'
}

function Counted() {
  useCounted()
  return null
}

/** Positions of the window; a sheet only changes this. */
export const places = {
  centre:
    'inset-x-0 top-(--visible-top) bottom-(--keyboard) m-auto h-fit max-h-[calc(var(--visible-height)-4rem)] sm:max-h-[calc(var(--visible-height)-9rem)] w-[calc(100vw-2rem)] max-w-lg rounded-xl animate-appear',
  bottom: 'inset-x-0 bottom-(--keyboard) max-h-[calc(var(--visible-height)*0.88)] rounded-t-2xl pb-(--safe-bottom) animate-rise',
  start: 'top-(--visible-top) bottom-(--keyboard) start-0 w-80 max-w-[86vw] rounded-e-2xl pt-(--safe-top) pb-(--safe-bottom) animate-slide',
  end: 'top-(--visible-top) bottom-(--keyboard) end-0 w-80 max-w-[86vw] pt-(--safe-top) pb-(--safe-bottom) animate-appear',
} as const

export function Dialog({ place = 'centre', ...props }: DialogProps & { place?: keyof typeof places }) {
  const { open, onOpenChange, title, description, closeLabel, children, footer, className, hideTitle, role = 'dialog' } = props
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-overlay" />
        <Radix.Content
          role={role}
          className={cn('fixed z-50 flex flex-col overflow-hidden bg-popover shadow-floating outline-none', places[place], className)}
          {...(!description && { 'aria-describedby': undefined })}
        >
          <Counted />
          {hideTitle ? (
            <Radix.Title className="sr-only">{title}</Radix.Title>
          ) : (
            <header className="flex items-start gap-3 ps-5 pe-3 pt-4 pb-1">
              <div className="min-w-0 flex-1">
                <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
                {description && <Radix.Description className="mt-1 text-sm text-muted-foreground">{description}</Radix.Description>}
              </div>
              <Radix.Close
                aria-label={closeLabel}
                className={buttonClass({ variant: 'quiet', size: 'smallIcon', className: 'touch:-mt-2.5' })}
              >
                <X aria-hidden="true" />
              </Radix.Close>
            </header>
          )}
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">{children}</div>
          {footer && <footer className="flex flex-wrap justify-end gap-2 border-t px-5 py-3">{footer}</footer>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
