/** Open dialogs and sheets, for elements that make room. */
import { createMountedCount } from './mounted-count.ts'

export const { useCounted, useIsSome: useDialogOpen } = createMountedCount()
