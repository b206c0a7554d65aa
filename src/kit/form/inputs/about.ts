import { describedBy } from '#console/ui/field.tsx'
import type { InputProps } from '../tools.ts'

/** What every input says of itself to assistive technology. */
export const about = ({ id, invalid, disabled, name }: InputProps) => ({
  id,
  name,
  disabled,
  'aria-invalid': invalid || undefined,
  'aria-describedby': describedBy(id),
})
