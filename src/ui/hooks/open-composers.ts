/** Composers on the screen, which messages must not cover. */
import { createMountedCount } from './mounted-count.ts'

export const { useCounted: useComposerCounted, useIsSome: useComposerOpen } = createMountedCount()
