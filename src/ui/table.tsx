import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

export const Table = ({ className, ...rest }: ComponentProps<'table'>) => (
  <table className={cn('w-full border-separate border-spacing-0 text-sm', className)} {...rest} />
)

export const TableHead = ({ className, ...rest }: ComponentProps<'th'>) => (
  <th
    scope="col"
    className={cn('h-9 whitespace-nowrap border-b bg-background px-3 text-start text-xs font-medium text-muted-foreground', className)}
    {...rest}
  />
)

export const TableCell = ({ className, ...rest }: ComponentProps<'td'>) => (
  <td className={cn('h-row border-b border-border/60 px-3 align-middle', className)} {...rest} />
)
