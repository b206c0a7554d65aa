// npm run payloads: writes what the release that is being made saves on devices, for tests/conformance/payloads.test.ts.
import { join } from 'node:path'
import { install, root, run } from './install.mjs'

install()
run(process.execPath, [join(root, 'node_modules/tsx/dist/cli.mjs'), join(root, 'tests/conformance/freeze-payloads.ts')])
