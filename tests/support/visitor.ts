/** A visitor of public pages, without a session. */
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { Hono } from 'hono'

export type Fields = Readonly<Record<string, string>>

export function visitorOf(app: Hono) {
  let count = 0

  /** From an address of its own, unless one is given. */
  function visit(path: string, init: RequestInit = {}, address = `10.0.${Math.floor(++count / 250)}.${count % 250}`) {
    const socket = new Socket()
    Object.defineProperty(socket, 'remoteAddress', { value: address })
    return app.request(path, init, { incoming: new IncomingMessage(socket) })
  }
  const send = (path: string, fields: Fields, headers: Fields = {}, address?: string) =>
    visit(
      path,
      {
        method: 'POST',
        body: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      },
      address,
    )
  const tokenOf = (html: string) => /name="token" value="([^"]+)"/.exec(html)?.[1] ?? ''
  const openForm = async (path: string) => tokenOf(await (await visit(path)).text())
  return { visit, send, tokenOf, openForm }
}
