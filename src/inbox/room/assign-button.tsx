import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#console/ui/button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#console/ui/popover.tsx'
import { AssignList, type AssignListProps } from './status-menus.tsx'

interface Props extends AssignListProps {
  /** Current assignee. */
  name: string
}

/** Assignee of a chat; a press lists the others. */
export function AssignButton({ name, people, onChoose }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button data-assign="" className="min-w-0 max-w-44">
          <bdi className="truncate">{name}</bdi>
          <ChevronDown aria-hidden="true" />
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end">
        <AssignList
          people={people}
          onChoose={(to) => {
            setOpen(false)
            onChoose(to)
          }}
        />
      </PopoverContent>
    </Popover>
  )
}
