import type { DeviceOptions } from './device.ts'
import type { World } from './world.ts'

/** A way through the product that is tried in every engine. */
export interface EngineWalk {
  /** What is true after it, as the title of a test. */
  name: string
  /** Part of `npm test`, where an engine has 90 s for all of these. */
  isShort: boolean
  /** Where it needs another device than an ordinary one. */
  device?: DeviceOptions
  /** Throws what is wrong. */
  run(world: World): Promise<void>
}
