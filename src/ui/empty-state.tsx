import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface Props {
  icon?: LucideIcon
  title: string
  /** It is alone on the screen, so its title is the main heading. */
  alone?: boolean
  detail?: ReactNode
  /** Actions. */
  children?: ReactNode
}

export function EmptyState({ icon: Icon, title, alone = false, detail, children }: Props) {
  const Title = alone ? 'h1' : 'p'
  return (
    <div className="flex flex-col items-center justify-center gap-1 px-6 py-16 text-center">
      {Icon && (
        <span className="mb-3 flex size-11 items-center justify-center rounded-full bg-muted text-muted-foreground">
          <Icon aria-hidden="true" className="size-5" />
        </span>
      )}
      <Title className="font-medium">{title}</Title>
      {detail && <p className="max-w-sm text-sm text-muted-foreground">{detail}</p>}
      {children && <div className="mt-4 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  )
}
