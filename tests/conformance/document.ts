/** The OpenAPI document for a program that sends its examples and checks the responses. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import { toRecord } from '#contract/kit/field/guards.ts'
import type { Call } from '#contract/kit/section/call.ts'

export interface Documented {
  /** With example parameters. */
  path: string
  /** Content type of the body; '' without one. */
  type: string
  body: unknown
}

function documentedOne(path: string, { parameters, requestBody }: Readonly<Record<string, unknown>>): Documented {
  const given = (Array.isArray(parameters) ? parameters : []).map(toRecord)
  const filled = given
    .filter((one) => one.in === 'path')
    .reduce((text, { name, example }) => text.replace(`{${String(name)}}`, encodeURIComponent(String(example))), path)
  const query = given
    .filter((one) => one.in === 'query' && one.example !== undefined)
    .map(({ name, example }) => [String(name), String(example)])
  const [[type, content] = ['', null]] = Object.entries(toRecord(toRecord(requestBody).content))
  const search = new URLSearchParams(query).toString()
  return { path: filled + (search && `?${search}`), type, body: toRecord(content).example }
}

/** Operations by name. */
export function documented(document: unknown): ReadonlyMap<string, Documented> {
  const operations = Object.entries(toRecord(toRecord(document).paths)).flatMap(([path, methods]) =>
    Object.values(toRecord(methods)).map(
      (operation) => [String(toRecord(operation).operationId), documentedOne(path, toRecord(operation))] as const,
    ),
  )
  return new Map(operations)
}

/** Checks a successful call's body against the document; returns the mismatches, empty without any. */
export function answerCheck(document: object): (call: Call, body: unknown) => string[] {
  const ajv = new Ajv2020({ strict: false, validateSchema: false, validateFormats: false, allErrors: true })
  ajv.addSchema(document, 'document')
  const escaped = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
  return ({ path, method, action, reply }, body) => {
    if (reply.of === 'blob' || reply.of === 'events') return []
    const status = action === 'create' ? '201' : '200'
    const { responses } = toRecord(toRecord(toRecord(toRecord(document).paths)[path])[method.toLowerCase()])
    const [type = ''] = Object.keys(toRecord(toRecord(toRecord(responses)[status]).content))
    const place = ['paths', path, method.toLowerCase(), 'responses', status, 'content', type, 'schema'].map(escaped).join('/')
    const validate = ajv.compile({ $ref: `document#/${place}` })
    const entries: unknown[] = reply.of === 'lines' && Array.isArray(body) ? body : [body]
    return entries.flatMap((entry) => (validate(entry) ? [] : (validate.errors ?? []).map((one) => `${one.instancePath} ${one.message}`)))
  }
}
