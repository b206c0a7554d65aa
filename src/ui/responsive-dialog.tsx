import { Dialog, type DialogProps } from './dialog.tsx'
import { usePhone } from './hooks/use-media.ts'

/** A window in the middle on a laptop, a sheet from the bottom on a phone. */
export function ResponsiveDialog(props: DialogProps) {
  return <Dialog place={usePhone() ? 'bottom' : 'centre'} {...props} />
}
