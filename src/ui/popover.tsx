import { Popover as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

export const Popover = Radix.Root
export const PopoverTrigger = Radix.Trigger

/** At most 360 px wide (docs/product/messages.md#layout), never beyond the window. */
export function PopoverContent({ className, sideOffset = 6, align = 'start', ...rest }: ComponentProps<typeof Radix.Content>) {
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
