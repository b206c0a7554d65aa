/** A screen for browsers that have no headless mode. */
import { type ChildProcess, spawn } from 'node:child_process'

export interface Display {
  readonly name: string
  close(): void
}

/** The one that is there, else one of our own, which ends with this process. */
export async function openDisplay(): Promise<Display> {
  if (process.env.DISPLAY) return { name: process.env.DISPLAY, close: () => undefined }
  const args = ['-displayfd', '3', '-screen', '0', '1920x1200x24', '-nolisten', 'tcp']
  const server: ChildProcess = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const number = await new Promise<string>((resolve, reject) => {
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)))
    server.stdio[3]?.once('data', (chunk) => resolve(String(chunk).trim()))
  })
  const end = () => void server.kill()
  process.once('exit', end)
  return {
    name: `:${number}`,
    close: () => {
      process.off('exit', end)
      end()
    },
  }
}
