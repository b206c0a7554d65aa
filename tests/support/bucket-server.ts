/** A bucket with S3's REST API in a folder, which checks every signature and body, and can fail in every way of a bucket. */
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { appendFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { dirname, join } from 'node:path'
import { type Account, findSignatureProblem } from './signature-v4.ts'

export type BucketState =
  | { as: 'pass' }
  /** Takes requests and says nothing. */
  | { as: 'hang' }
  /** Answers like this; `times` requests only, if named. */
  | { as: 'fail'; status: number; code: string; times?: number }
  /** Breaks off answers after so many bytes. */
  | { as: 'cut'; after: number }
  /** No room: reads go on. */
  | { as: 'full' }

export interface BucketServer {
  /** `s3+http://…` of a bucket that exists. */
  url(bucket?: string, account?: Account): string
  account: Account
  /** Where buckets lie, by name; `bucket/key` is a file. */
  folder: string
  set(state: BucketState): void
  /** Requests by method and kind since the start. */
  readonly requests: readonly string[]
  close(): Promise<void>
}

interface BucketOptions {
  folder: string
  port?: number
  account?: Account
  /** Keys of one answer of a list. */
  pageSize?: number
}

class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(code)
  }
}

const hidden = '.uploads'
const hex = (content: Buffer) => createHash('sha256').update(content).digest('hex')
const tagOf = (content: Buffer) => `"${createHash('md5').update(content).digest('hex')}"`
const xml = (name: string, inner: string) => `<?xml version="1.0" encoding="UTF-8"?><${name}>${inner}</${name}>`

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

async function writeWhole(path: string, content: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const own = join(dirname(path), `.${randomUUID()}`)
  await writeFile(own, content)
  await rename(own, path)
}

export async function startBucketServer({
  folder,
  port = 0,
  account = { key: 'LAPANGANTEST', secret: 'a+secret/of tests' },
  pageSize = 1_000,
}: BucketOptions): Promise<BucketServer> {
  let state: BucketState = { as: 'pass' }
  const requests: string[] = []
  await mkdir(join(folder, 'lapangan'), { recursive: true })

  async function list(bucket: string, query: URLSearchParams): Promise<string> {
    const prefix = query.get('prefix') ?? ''
    const entries = await readdir(join(folder, bucket), { recursive: true, withFileTypes: true })
    const keys = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, bucket).length + 1))
      .filter((key) => key.startsWith(prefix) && !key.split('/').some((part) => part.startsWith('.')))
      .sort()
    const after = query.get('continuation-token') ?? ''
    const page = keys.filter((key) => key > after).slice(0, pageSize)
    const isLast = page.at(-1) === keys.at(-1)
    const contents = page.map(async (key) => {
      const found = await stat(join(folder, bucket, key)).catch(() => null)
      return found
        ? `<Contents><Key>${key}</Key><LastModified>${found.mtime.toISOString()}</LastModified><Size>${found.size}</Size></Contents>`
        : ''
    })
    const next = isLast ? '' : `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>`
    return xml('ListBucketResult', `<IsTruncated>${!isLast}</IsTruncated>${next}${(await Promise.all(contents)).join('')}`)
  }

  async function complete(path: string, uploads: string, body: string): Promise<string> {
    const parts = [...body.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag>/g)]
    const whole = join(uploads, 'whole')
    for (const [at, [, number = '', tag]] of parts.entries()) {
      const content = await readFile(join(uploads, number)).catch(() => null)
      if (!content || tagOf(content) !== tag?.replaceAll('&quot;', '"')) throw new Refusal(400, 'InvalidPart')
      if (content.length < 5_242_880 && at < parts.length - 1) throw new Refusal(400, 'EntityTooSmall')
      await appendFile(whole, content)
    }
    await mkdir(dirname(path), { recursive: true })
    await rename(whole, path)
    await rm(uploads, { recursive: true })
    return xml('CompleteMultipartUploadResult', '<ETag>"x"</ETag>')
  }

  async function write(
    request: IncomingMessage,
    path: string,
    query: URLSearchParams,
    body: Buffer,
  ): Promise<{ body?: string; tag?: string }> {
    const uploads = join(folder, hidden, query.get('uploadId') ?? 'none')
    const isKnown = query.has('uploadId') && (await stat(uploads).catch(() => null)) !== null
    if (query.has('uploadId') && !isKnown) throw new Refusal(404, 'NoSuchUpload')
    if (request.method === 'DELETE') {
      await rm(isKnown ? uploads : path, { recursive: isKnown, force: true })
      return {}
    }
    if (state.as === 'full') throw new Refusal(507, 'XMinioStorageFull')
    if (query.has('uploads')) {
      const id = randomUUID()
      await mkdir(join(folder, hidden, id), { recursive: true })
      return { body: xml('InitiateMultipartUploadResult', `<UploadId>${id}</UploadId>`) }
    }
    if (request.method === 'POST') return { body: await complete(path, uploads, body.toString()) }
    if (isKnown) {
      await writeFile(join(uploads, query.get('partNumber') ?? ''), body)
      return { tag: tagOf(body) }
    }
    const source = request.headers['x-amz-copy-source']
    const content = source === undefined ? body : await readFile(join(folder, String(source))).catch(() => null)
    if (!content) throw new Refusal(404, 'NoSuchKey')
    await writeWhole(path, content)
    return source === undefined ? { tag: tagOf(content) } : { body: xml('CopyObjectResult', '<ETag>"x"</ETag>') }
  }

  async function read(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const found = await stat(path).catch(() => null)
    if (!found?.isFile()) throw new Refusal(404, 'NoSuchKey')
    const [, first = '', last = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
    const from = Number(first)
    if (first !== '' && from >= found.size) throw new Refusal(416, 'InvalidRange')
    const to = last === '' ? found.size - 1 : Math.min(Number(last), found.size - 1)
    const range = first === '' ? {} : { 'content-range': `bytes ${from}-${to}/${found.size}` }
    response.writeHead(first === '' ? 200 : 206, {
      ...range,
      'content-length': Math.max(0, to - from + 1),
      'last-modified': found.mtime.toUTCString(),
    })
    if (state.as === 'cut') {
      response.write((await readFile(path)).subarray(from, Math.min(to + 1, from + state.after)), () => response.destroy())
      return
    }
    if (found.size === 0) response.end()
    else createReadStream(path, { start: from, end: to }).pipe(response)
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://bucket')
    const [, bucket = '', ...rest] = url.pathname.split('/')
    const key = decodeURIComponent(rest.join('/'))
    requests.push(`${request.method} ${[...url.searchParams.keys()].join(' ')}`.trim())
    const body = await bodyOf(request)
    if (state.as === 'hang') return
    if (state.as === 'fail') {
      const { status, code, times } = state
      if (times !== undefined) state = times > 1 ? { ...state, times: times - 1 } : { as: 'pass' }
      throw new Refusal(status, code)
    }
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const signed = { method: request.method ?? '', path: url.pathname, query: url.searchParams, headers }
    const wrong = findSignatureProblem(signed, account, Date.now())
    if (wrong) throw new Refusal(403, wrong)
    if (headers['x-amz-content-sha256'] !== hex(body)) throw new Refusal(400, 'XAmzContentSHA256Mismatch')
    if (key.split('/').some((part) => part.startsWith('.'))) throw new Refusal(400, 'InvalidArgument')
    if (!(await stat(join(folder, bucket)).catch(() => null))) throw new Refusal(404, 'NoSuchBucket')
    if (request.method === 'GET' && key !== '') return read(request, response, join(folder, bucket, key))
    if (request.method === 'GET') return void response.end(await list(bucket, url.searchParams))
    const done = await write(request, join(folder, bucket, key), url.searchParams, body)
    response.writeHead(request.method === 'DELETE' ? 204 : 200, done.tag ? { etag: done.tag } : {}).end(done.body)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const { status, code } = error instanceof Refusal ? error : { status: 500, code: 'InternalError' }
      if (!response.headersSent) response.writeHead(status, { 'content-type': 'application/xml' }).end(xml('Error', `<Code>${code}</Code>`))
      else response.destroy()
    })
  })
  await new Promise<void>((ready) => server.listen(port, '127.0.0.1', ready))
  const address = server.address()
  const at = address && typeof address === 'object' ? address.port : port
  return {
    url: (bucket = 'lapangan', { key, secret } = account) =>
      `s3+http://${encodeURIComponent(key)}:${encodeURIComponent(secret)}@127.0.0.1:${at}/${bucket}?region=eu-west-1`,
    account,
    folder,
    set(next) {
      state = next
    },
    requests,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
