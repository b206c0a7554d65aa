import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

interface Props {
  content: ReactNode
  /** One focusable element; it must have a name of its own, because phones show no tooltip. */
  children: ReactNode
  side?: 'top' | 'bottom' | 'left' | 'right'
}

export function Tooltip({ content, children, side = 'top' }: Props) {
  return (
    <Radix.Provider delayDuration={400}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-[360px] rounded-md bg-foreground px-2 py-1 text-xs text-background shadow-floating animate-appear"
          >
            {content}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
