import { Dialog, type DialogProps } from './dialog.tsx'

/** A panel from an edge: start for navigation, end for side content, bottom within reach of a thumb. */
export function Sheet({ side = 'bottom', ...props }: DialogProps & { side?: 'bottom' | 'start' | 'end' }) {
  return <Dialog place={side} {...props} />
}
