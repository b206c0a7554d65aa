import { Check } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import { type ComponentProps, type PointerEvent, useRef } from 'react'
import { cn } from './cn.ts'
import { usePhone } from './hooks/use-media.ts'

const item =
  'relative flex min-h-8 cursor-pointer select-none items-center gap-2.5 rounded-md px-2 py-1 text-sm outline-none data-highlighted:bg-muted data-disabled:pointer-events-none data-disabled:opacity-50 touch:min-h-11 [&_svg]:size-4 [&_svg]:text-muted-foreground'

const pageDirection = () => (globalThis.document?.documentElement.dir === 'rtl' ? 'rtl' : 'ltr')

export const DropdownMenu = (props: ComponentProps<typeof Radix.Root>) => <Radix.Root modal={false} dir={pageDirection()} {...props} />
export const DropdownMenuTrigger = Radix.Trigger

/** Entries beside their button, on a phone a sheet from below within reach of a thumb (base.css). */
export function DropdownMenuContent({ className, sideOffset = 6, ...rest }: ComponentProps<typeof Radix.Content>) {
  const phone = usePhone()
  const isPressed = useRef(false)
  // The sheet rises below the mouse that opens it, whose release chooses nothing.
  const ownPresses = phone && {
    onPointerDownCapture: () => {
      isPressed.current = true
    },
    onPointerUpCapture: (event: PointerEvent) => {
      if (!isPressed.current) event.stopPropagation()
      isPressed.current = false
    },
  }
  return (
    <>
      {phone && (
        // A press beside the sheet closes it and reaches nothing else.
        <Radix.Portal>
          <div className="fixed inset-0 z-40 bg-overlay" />
        </Radix.Portal>
      )}
      <Radix.Portal>
        <Radix.Content
          sideOffset={sideOffset}
          collisionPadding={8}
          className={cn(
            'z-50 min-w-44 overflow-y-auto bg-popover p-1 shadow-floating',
            phone
              ? 'max-h-[calc(var(--visible-height)*0.88)] max-w-full rounded-t-2xl pb-(--safe-bottom) animate-rise'
              : 'max-h-(--radix-dropdown-menu-content-available-height) max-w-[calc(100vw-1rem)] rounded-lg animate-appear',
            className,
          )}
          {...ownPresses}
          {...(phone && { style: { width: '100%' } })}
          {...rest}
        />
      </Radix.Portal>
    </>
  )
}

interface ItemProps extends ComponentProps<typeof Radix.Item> {
  tone?: 'default' | 'danger'
}

export const DropdownMenuItem = ({ tone = 'default', className, ...rest }: ItemProps) => (
  <Radix.Item className={cn(item, tone === 'danger' && 'text-danger-text [&_svg]:text-current', className)} {...rest} />
)

export const DropdownMenuCheckboxItem = ({ children, className, ...rest }: ComponentProps<typeof Radix.CheckboxItem>) => (
  <Radix.CheckboxItem className={cn(item, 'ps-8', className)} {...rest}>
    <span className="absolute start-2">
      <Radix.ItemIndicator>
        <Check aria-hidden="true" />
      </Radix.ItemIndicator>
    </span>
    {children}
  </Radix.CheckboxItem>
)

export const DropdownMenuLabel = ({ className, ...rest }: ComponentProps<typeof Radix.Label>) => (
  <Radix.Label className={cn('px-2 py-1.5 text-xs font-medium text-muted-foreground', className)} {...rest} />
)

export const DropdownMenuSeparator = () => <Radix.Separator className="-mx-1 my-1 h-px bg-border" />
