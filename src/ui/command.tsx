import { Command as Cmdk } from 'cmdk'
import { Search } from 'lucide-react'
import { type ComponentProps, useLayoutEffect, useRef } from 'react'

export const Command = (props: ComponentProps<typeof Cmdk>) => <Cmdk className="flex min-h-0 flex-col" {...props} />

export function CommandInput(props: ComponentProps<typeof Cmdk.Input>) {
  return (
    <div className="flex items-center gap-3 border-b px-4">
      <Search aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
      <Cmdk.Input className="h-12 w-full bg-transparent text-base outline-none placeholder:text-muted-foreground" {...props} />
    </div>
  )
}

/** The library names a list 'Suggestions' in every language unless it is given a name. */
type ListProps = ComponentProps<typeof Cmdk.List> & { label: string }

export const CommandList = (props: ListProps) => (
  <Cmdk.List className="max-h-[min(24rem,var(--visible-height)*0.6)] overflow-y-auto overscroll-contain p-2" {...props} />
)

/** A list in a popup that keeps its maximum height, so that the popup does not move while typing. */
export function SteadyCommandList(props: ListProps) {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const box = list.current
    if (!box) return
    const keep = () => {
      box.style.minHeight = `${box.offsetHeight}px`
    }
    keep()
    const watch = new ResizeObserver(keep)
    watch.observe(box)
    return () => watch.disconnect()
  }, [])
  return <CommandList ref={list} {...props} />
}

export const CommandEmpty = (props: ComponentProps<typeof Cmdk.Empty>) => (
  <Cmdk.Empty className="py-8 text-center text-sm text-muted-foreground" {...props} />
)

export const CommandGroup = (props: ComponentProps<typeof Cmdk.Group>) => (
  <Cmdk.Group
    className="**:[[cmdk-group-heading]]:px-2 **:[[cmdk-group-heading]]:py-1.5 **:[[cmdk-group-heading]]:text-xs **:[[cmdk-group-heading]]:font-medium **:[[cmdk-group-heading]]:text-muted-foreground"
    {...props}
  />
)

export const CommandItem = (props: ComponentProps<typeof Cmdk.Item>) => (
  <Cmdk.Item
    className="flex min-h-9 cursor-pointer select-none items-center gap-3 rounded-md px-2 text-sm data-[selected=true]:bg-muted touch:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted-foreground"
    {...props}
  />
)
