import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, type RefObject, useInsertionEffect, useRef } from 'react'
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

interface ShownProps {
  content: RefObject<Element | null>
  /** What had the focus before. */
  opener: RefObject<Element | null>
}

/** What had the focus; of an entry of a menu the menu's button, because the entry goes with its menu. */
function findOpener(): Element | null {
  let opener = document.activeElement
  for (let menu = opener?.closest('[role=menu]'); menu; menu = opener?.closest('[role=menu]'))
    opener = document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
  return opener
}

/** While it is open. */
function Shown({ content, opener }: ShownProps) {
  useCounted()
  // Earlier than an input of the window takes the focus.
  useInsertionEffect(() => {
    opener.current = findOpener()
    // A menu that has gone before gives the focus to its button a moment later, and the window takes it back at once.
    const follow = ({ relatedTarget: next }: FocusEvent) => {
      const isGone = !opener.current?.isConnected || opener.current === document.body
      if (!isGone || !(next instanceof Element) || next.hasAttribute('data-radix-focus-guard')) return
      if (!content.current?.contains(next)) opener.current = next
    }
    document.addEventListener('focusout', follow)
    return () => document.removeEventListener('focusout', follow)
  }, [content, opener])
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
  const content = useRef<HTMLDivElement>(null)
  const opener = useRef<Element>(null)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-overlay" />
        <Radix.Content
          ref={content}
          role={role}
          className={cn('fixed z-50 flex flex-col overflow-hidden bg-popover shadow-floating outline-none', places[place], className)}
          onCloseAutoFocus={(event) => {
            // The library gives the focus back to a trigger only, and these windows have none. A screen that took it keeps it.
            event.preventDefault()
            if (document.activeElement === document.body && opener.current instanceof HTMLElement)
              opener.current.focus({ preventScroll: true })
          }}
          {...(!description && { 'aria-describedby': undefined })}
        >
          <Shown content={content} opener={opener} />
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
