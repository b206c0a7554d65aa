import { createRootRoute } from '@tanstack/react-router'
import { CrashScreen, NotFoundScreen } from '#console/shell/base/edge-screens.tsx'
import { Root } from '#console/shell/frame/root.tsx'

export const Route = createRootRoute({ component: Root, notFoundComponent: NotFoundScreen, errorComponent: CrashScreen })
