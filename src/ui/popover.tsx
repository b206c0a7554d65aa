import { Dialog, Popover as Radix } from 'radix-ui'
import { type ComponentProps, createContext, use } from 'react'
import { cn } from './cn.ts'
import { places } from './dialog.tsx'
import { usePhone } from './hooks/use-media.ts'

/** Of the root: its parts follow it at once, while each would hear of a turned device at a moment of its own. */
const OnPhone = createContext(false)

/** A panel beside its button, on a phone a sheet from below within reach of a thumb. */
export function Popover(props: ComponentProps<typeof Radix.Root>) {
  const phone = usePhone()
  return <OnPhone value={phone}>{phone ? <Dialog.Root {...props} /> : <Radix.Root {...props} />}</OnPhone>
}
export const PopoverTrigger = (props: ComponentProps<typeof Radix.Trigger>) =>
  use(OnPhone) ? <Dialog.Trigger {...props} /> : <Radix.Trigger {...props} />

/** At most 360 px wide (docs/product/messages.md#layout), never beyond the window. */
export function PopoverContent({ className, sideOffset = 6, align = 'start', ...rest }: ComponentProps<typeof Radix.Content>) {
  if (use(OnPhone))
    return (
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-overlay" />
        <Dialog.Content
          aria-describedby={undefined}
          className={cn(
            'fixed z-50 flex flex-col overflow-y-auto bg-popover shadow-floating outline-none [&>*]:w-auto',
            places.bottom,
            'p-3 pb-[calc(var(--safe-bottom)+0.75rem)]',
          )}
          {...rest}
        />
      </Dialog.Portal>
    )
  return (
    <Radix.Portal>
      <Radix.Content
        sideOffset={sideOffset}
        align={align}
        collisionPadding={8}
        className={cn(
          'z-50 max-h-(--radix-popover-content-available-height) w-max max-w-[min(360px,calc(100vw-1rem))] overflow-y-auto rounded-lg bg-popover p-3 shadow-floating outline-none animate-appear',
          className,
        )}
        {...rest}
      />
    </Radix.Portal>
  )
}
