import { Dialog, type DialogProps } from './dialog.tsx'
import { usePhone } from './hooks/use-media.ts'

/** A centred window on a laptop, a bottom sheet on a phone. */
export function ResponsiveDialog(props: DialogProps) {
  return <Dialog place={usePhone() ? 'bottom' : 'centre'} {...props} />
}
