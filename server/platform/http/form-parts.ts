/** Parts of a form as any client writes them: names with and without quotes, file names in both spellings (RFC 7578, RFC 6266). */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import busboy from 'busboy'

export type FormPart = [key: string, value: string | File]

/** Takes what clients beside browsers write, but for heads over 16 kB. */
async function parseLoosely(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<FormPart[]> {
  const parts: FormPart[] = []
  const limits = { fieldNameSize: 1_000, fieldSize: bytes.byteLength + 1 }
  const parser = busboy({ headers: { 'content-type': type }, defParamCharset: 'utf8', limits })
  parser.on('field', (key, value) => parts.push([key, value]))
  parser.on('file', (key, stream, { filename = '', mimeType }) => {
    const part: FormPart = [key, '']
    parts.push(part)
    const chunks: Uint8Array<ArrayBuffer>[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(Uint8Array.from(chunk)))
    stream.on('end', () => {
      part[1] = new File(chunks, filename, { type: mimeType })
    })
    // The parser fails with it.
    stream.on('error', () => undefined)
  })
  await pipeline(Readable.from([Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)]), parser)
  return parts
}

/** Returns parts in their order. Throws what the parser throws for a form that is none. */
export async function parseForm(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<FormPart[]> {
  try {
    return [...(await new Response(bytes, { headers: { 'content-type': type } }).formData())]
  } catch {
    return parseLoosely(bytes, type)
  }
}
