import type { LucideIcon } from 'lucide-react'
import { Button } from '#console/ui/button.tsx'

export interface Tool {
  icon: LucideIcon
  name: string
  /** Undefined for commands without a state. */
  active?: boolean | undefined
  disabled?: boolean
  /** It opens a window. */
  asks?: true
  run: () => void
}

export const ToolButton = ({
  tool: { icon: Icon, name, active, disabled: isOff, asks, run },
  disabled,
}: {
  tool: Tool
  disabled: boolean
}) => (
  <Button
    variant="quiet"
    size="smallIcon"
    aria-label={name}
    title={name}
    aria-pressed={active}
    aria-haspopup={asks && 'dialog'}
    repeats
    disabled={disabled || isOff}
    className="aria-pressed:bg-muted aria-pressed:text-foreground"
    onClick={run}
  >
    <Icon />
  </Button>
)
