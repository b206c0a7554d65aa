import { describedBy } from '#console/ui/field.tsx'
import type { InputProps } from './tools.ts'

/** ARIA attributes of every input. */
export const about = ({ id, invalid, disabled, name }: InputProps) => ({
  id,
  name,
  disabled,
  'aria-invalid': invalid || undefined,
  'aria-describedby': describedBy(id),
})
