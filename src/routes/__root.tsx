import { createRootRoute } from '@tanstack/react-router'
import { CrashScreen, NotFoundScreen } from '#console/shell/edge-screens.tsx'
import { Root } from '#console/shell/root.tsx'

export const Route = createRootRoute({ component: Root, notFoundComponent: NotFoundScreen, errorComponent: CrashScreen })
