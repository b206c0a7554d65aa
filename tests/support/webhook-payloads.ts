/** Payloads of the channel's webhook, by number (tests/payloads/webhook). */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#server/db/root.ts'

const folder = join(projectRoot, 'tests/payloads/webhook')

/** File names in order of their number. */
export const payloadNames = readdirSync(folder).sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))

interface Payload {
  object: string
  // biome-ignore lint/suspicious/noExplicitAny: values of every shape, which tests change
  entry: { id: string; time?: number; changes: { field: string; value: any }[] }[]
}

export function readPayload(number: number): Payload {
  const name = payloadNames.find((each) => each.startsWith(`${number}-`))
  if (!name) throw new Error(`there is no payload ${number}`)
  return JSON.parse(readFileSync(join(folder, name), 'utf8'))
}
