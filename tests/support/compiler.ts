/** The TypeScript 6 compiler under its usual name, for programs that call it (vitest.config.ts). */
import { ts } from '@ts-morph/common'

export default ts
