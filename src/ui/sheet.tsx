import { Dialog, type DialogProps } from './dialog.tsx'

/** A panel from an edge: the start edge for navigation, the end for what stands beside the work, the bottom within reach of a thumb. */
export function Sheet({ side = 'bottom', ...props }: DialogProps & { side?: 'bottom' | 'start' | 'end' }) {
  return <Dialog place={side} {...props} />
}
