import type { Context } from 'hono'
import { accepts } from 'hono/accepts'

/** Returns whether a client accepts an encoding: named, with a weight above 0. */
export const takesEncoding = (c: Context, name: string): boolean =>
  accepts(c, { header: 'Accept-Encoding', supports: [name], default: '' }) === name
