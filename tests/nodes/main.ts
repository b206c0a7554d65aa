/** Starts the built product on an empty folder under the current Node, requests a page and a call, and stops it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '#tests/support/server.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'lapangan-nodes-'))
try {
  const server = await startServer({ dataDir, readyWithin: 120_000 })
  try {
    for (const path of ['/', '/openapi.json']) {
      const { status } = await fetch(`${server.url}${path}`)
      if (status !== 200) throw new Error(`${path} answered ${status}`)
    }
    const code = await server.stop()
    if (code !== 0) throw new Error(`it ended with ${code}:\n${server.log()}`)
  } finally {
    await server.kill()
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
