/** Stand-in of the WhatsApp Cloud API: checks tokens, stores media, and signs webhooks like the real one. */
import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { signatureHeader, webhookReceive } from '#contract/chat/webhook.ts'
import { freePort } from './ports.ts'

// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape, which tests look into
type Body = any

export interface CloudMedia {
  content: Uint8Array
  type: string
}

/** Response to the next message; `cut` accepts it and drops the connection. */
export type CloudResponse = 'cut' | { status: number; body?: unknown; headers?: Readonly<Record<string, string>> }

export interface CloudApi {
  url: string
  /** Accepted messages in order, with their ids. */
  sent: (Body & { id: string })[]
  /** Ids of messages marked as read. */
  read: string[]
  media: Map<string, CloudMedia>
  /** Ids of requested media, and the maximum number of concurrent requests. */
  downloads: string[]
  maxConcurrent: number
  templates: Body[]
  /** The `quality_rating` of the number; undefined: the answer has no such field. */
  quality: unknown
  /** `message_status` of what it takes; null: as versions without it. */
  messageStatus: string | null
  /** Fields of templates that this version does not know. */
  refusedFields: Set<string>
  /** Phones whose 24 hours are over. */
  closed: Set<string>
  responses: CloudResponse[]
  /** Called after a message is accepted, before the response. */
  taken: () => Promise<void>
  /** Stores media like a customer's phone; its id. */
  keep(content: Uint8Array, type: string): string
  /** Body of a number's webhook. */
  about(value: Readonly<Record<string, unknown>>, phoneNumberId?: string): object
  /** Calls the webhook, signed; `secret`: another, for a foreign one. */
  call(app: { request(path: string, init: RequestInit): Response | Promise<Response> }, body: unknown, secret?: string): Promise<Response>
  close(): Promise<void>
}

export const cloudAccount = {
  phone_number_id: '106540352242922',
  business_account_id: '102290129340398',
  access_token: 'EAAGtoken',
  app_secret: 'a8f5f167f44f4964',
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const refusal = (code: number, details: string, status = 400) => ({
  status,
  body: { error: { message: `(#${code}) ${details}`, code, error_data: { details } } },
})

export async function startCloudApi(): Promise<CloudApi> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const { phone_number_id, business_account_id, access_token, app_secret } = cloudAccount
  const api: CloudApi = {
    url,
    sent: [],
    read: [],
    media: new Map(),
    downloads: [],
    maxConcurrent: 0,
    templates: [],
    quality: 'GREEN',
    messageStatus: null,
    refusedFields: new Set(),
    closed: new Set(),
    responses: [],
    taken: async () => undefined,
    keep(content, type) {
      const id = randomBytes(8).toString('hex')
      api.media.set(id, { content, type })
      return id
    },
    about: (value, phoneNumberId = phone_number_id) => ({
      object: 'whatsapp_business_account',
      entry: [
        {
          id: business_account_id,
          changes: [
            { field: 'messages', value: { messaging_product: 'whatsapp', metadata: { phone_number_id: phoneNumberId }, ...value } },
          ],
        },
      ],
    }),
    async call(app, body, secret = app_secret) {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      const signature = createHmac('sha256', secret).update(text).digest('hex')
      const headers = { 'content-type': 'application/json', [signatureHeader]: `sha256=${signature}` }
      return app.request(webhookReceive.path, { method: 'POST', headers, body: text })
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }

  function take(body: Body) {
    if (body.status === 'read') {
      api.read.push(body.message_id)
      return { status: 200, body: { success: true } }
    }
    if (body.messaging_product !== 'whatsapp' || !(body.to || body.recipient) || !/^\d*$/.test(body.to ?? ''))
      return refusal(100, 'Invalid parameter')
    if (body.type === 'template') {
      const known = api.templates.find(({ name, language }) => name === body.template.name && language === body.template.language.code)
      if (!known) return refusal(132_001, 'Template name does not exist in the translation', 404)
      // Each part numbers its own.
      const parts: Body[] = known.components.flatMap((part: Body) => part.buttons ?? [part])
      const wanted = parts.reduce((sum, part) => sum + new Set(JSON.stringify(part).match(/\{\{[^}]*\}\}/g)).size, 0)
      const given: Body[] = (body.template.components ?? []).flatMap(({ parameters }: Body) => parameters)
      if (given.filter(({ type }) => type === 'text').length !== wanted) return refusal(132_000, 'Number of parameters does not match')
      const lost = given.some(({ image, document }) => (image || document) && !api.media.has((image ?? document).id))
      if (lost) return refusal(131_053, 'Media upload error')
    } else if (api.closed.has(body.to)) return refusal(131_047, 'More than 24 hours have passed since the customer last replied')
    const media = ['image', 'video', 'audio', 'document'].includes(body.type) ? body[body.type]?.id : null
    if (media !== null && !api.media.has(media)) return refusal(131_053, 'Media upload error')
    if (body.type === 'text' && !body.text?.body) return refusal(100, 'text.body is required')
    const id = `wamid.${randomBytes(12).toString('hex')}`
    api.sent.push({ ...body, id })
    return {
      status: 200,
      body: {
        messaging_product: 'whatsapp',
        contacts: [body.to ? { input: body.to, wa_id: body.to } : { input: body.recipient, user_id: body.recipient }],
        messages: [{ id, ...(api.messageStatus && { message_status: api.messageStatus }) }],
      },
    }
  }

  async function answer(
    request: IncomingMessage,
  ): Promise<{ status: number; body?: unknown; headers?: Readonly<Record<string, string>> } | 'cut'> {
    const { pathname, searchParams } = new URL(request.url ?? '', url)
    const bytes = await bytesOf(request)
    if (request.headers.authorization !== `Bearer ${access_token}`)
      return { status: 401, body: { error: { message: 'Error validating access token', code: 190 } } }
    if (request.method === 'POST' && pathname === `/${phone_number_id}/messages`) {
      const next = api.responses.shift()
      if (next !== 'cut' && next) return next
      const taken = take(JSON.parse(bytes.toString()))
      await api.taken()
      return next ?? taken
    }
    if (request.method === 'POST' && pathname === `/${phone_number_id}/media`) {
      const form = await new Response(Uint8Array.from(bytes), {
        headers: { 'content-type': request.headers['content-type'] ?? '' },
      }).formData()
      const file = form.get('file')
      if (!(file instanceof File) || form.get('messaging_product') !== 'whatsapp') return refusal(100, 'Param file must be a file')
      return { status: 200, body: { id: api.keep(new Uint8Array(await file.arrayBuffer()), file.type) } }
    }
    if (pathname === `/${business_account_id}/message_templates`) {
      const fields = (searchParams.get('fields') ?? '').split(',')
      if (fields.some((field) => api.refusedFields.has(field))) return refusal(100, 'Tried accessing nonexisting field')
      const data = api.templates.filter(({ name }) => !searchParams.get('name') || name === searchParams.get('name'))
      return { status: 200, body: { data, paging: { cursors: { before: 'a', after: 'b' } } } }
    }
    if (request.method === 'GET' && pathname === `/${phone_number_id}`) {
      const asked = (searchParams.get('fields') ?? '').split(',')
      return { status: 200, body: { ...(asked.includes('quality_rating') && { quality_rating: api.quality }), id: phone_number_id } }
    }
    const stored = api.media.get(pathname.split('/').at(-1) ?? '')
    if (stored && pathname.startsWith('/content/')) {
      api.downloads.push(pathname)
      api.maxConcurrent = Math.max(api.maxConcurrent, ++downloading)
      // Waits for concurrent requests.
      await new Promise((resolve) => setImmediate(resolve))
      downloading -= 1
      return { status: 200, body: stored.content, headers: { 'content-type': stored.type } }
    }
    if (stored) return { status: 200, body: { url: `${url}/content${pathname}`, mime_type: stored.type, messaging_product: 'whatsapp' } }
    return refusal(100, 'Unsupported get request. Object does not exist')
  }

  function respond(request: IncomingMessage, response: ServerResponse): void {
    answer(request).then((given) => {
      if (given === 'cut') return request.socket.destroy()
      const { status, body = '', headers = { 'content-type': 'application/json' } } = given
      response.writeHead(status, headers).end(body instanceof Uint8Array || typeof body === 'string' ? body : JSON.stringify(body))
    })
  }

  let downloading = 0
  const server = createServer(respond)
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return api
}
