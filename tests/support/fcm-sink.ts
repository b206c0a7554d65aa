/** A push service for tests: Google's token address and FCM's HTTP v1, which checks signatures and remembers what phones were shown. */
import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { importSPKI, jwtVerify } from 'jose'
import { freePort } from './ports.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
const project = 'lapangan-test'
const account = 'push@lapangan-test.iam.gserviceaccount.com'

export interface FcmAnswer {
  status: number
  /** Of the service: UNREGISTERED and its like. */
  code?: string
  headers?: Readonly<Record<string, string>>
  /** The connection is cut without an answer, after it was taken. */
  cut?: true
}

/** Body of a request, as far as tests read it. */
export interface FcmSent {
  token: string
  notification: { title: string; body: string; image?: string }
  data: Readonly<Record<string, string>>
}

export interface FcmSink {
  url: string
  /** Value of FCM_SERVICE_ACCOUNT_KEY. */
  key: string
  /** Messages in order of arrival, repeats among them. */
  sent: FcmSent[]
  /** What each phone shows: refs of its messages, each once, as its app drops what it has. */
  shown: Map<string, Set<string>>
  /** Requests at once: most so far. */
  busiest(): number
  tokensIssued(): number
  /** Answer by device token; accepts by default. */
  answer: (message: FcmSent) => FcmAnswer | Promise<FcmAnswer>
  /** Answer of the token's address; issues by default. */
  tokenAnswer: { status: number }
  /** Access tokens issued so far are refused from now on. */
  revoke(): void
  close(): Promise<void>
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

export async function startFcmSink(port?: number): Promise<FcmSink> {
  const own = port ?? (await freePort())
  const url = `http://127.0.0.1:${own}`
  const known = await importSPKI(publicKey, 'RS256')
  let valid = new Set<string>()
  let issued = 0
  let now = 0
  let most = 0

  async function issue(request: IncomingMessage) {
    const form = new URLSearchParams(await textOf(request))
    await jwtVerify(form.get('assertion') ?? '', known, { issuer: account, audience: `${url}/token`, algorithms: ['RS256'] })
    if (sink.tokenAnswer.status !== 200) return { status: sink.tokenAnswer.status, body: {} }
    issued += 1
    const access_token = `access-${issued}`
    valid.add(access_token)
    return { status: 200, body: { access_token, expires_in: 3_600, token_type: 'Bearer' } }
  }

  async function take(request: IncomingMessage) {
    const { message }: { message: FcmSent } = JSON.parse(await textOf(request))
    const bearer = (request.headers.authorization ?? '').replace('Bearer ', '')
    if (!valid.has(bearer)) return { status: 401, body: { error: { status: 'UNAUTHENTICATED' } } }
    const { status, code, headers = {}, cut } = await sink.answer(message)
    if (status === 200) {
      sink.sent.push(message)
      const refs = sink.shown.get(message.token) ?? new Set()
      sink.shown.set(message.token, refs.add(message.data.ref ?? ''))
    }
    if (cut) return null
    const details = code ? [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode: code }] : []
    return { status, headers, body: status === 200 ? { name: 'projects/x/messages/1' } : { error: { code: status, details } } }
  }

  const server = createServer((request, response) => {
    now += 1
    most = Math.max(most, now)
    const answered =
      request.url === '/token' ? issue(request) : request.url === `/v1/projects/${project}/messages:send` ? take(request) : null
    Promise.resolve(answered ?? { status: 404, body: {} })
      .then((answer) => {
        if (!answer) return request.socket.destroy()
        const headers = 'headers' in answer ? answer.headers : {}
        response.writeHead(answer.status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(answer.body))
      })
      .catch((error: unknown) => response.writeHead(400).end(String(error)))
      .finally(() => {
        now -= 1
      })
  })
  await new Promise<void>((done) => server.listen(own, '127.0.0.1', done))
  const sink: FcmSink = {
    url,
    key: JSON.stringify({ project_id: project, client_email: account, private_key: privateKey, token_uri: `${url}/token`, fcm_url: url }),
    sent: [],
    shown: new Map(),
    busiest: () => most,
    tokensIssued: () => issued,
    answer: () => ({ status: 200 }),
    tokenAnswer: { status: 200 },
    revoke() {
      valid = new Set()
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
  return sink
}
