/** The OpenAPI document, as a program reads it that sends its examples. */
import { toRecord } from '#contract/kit/guards.ts'

export interface Documented {
  /** Filled in with the examples of its parameters. */
  path: string
  /** Content type of the body; '' where there is none. */
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

/** Operations by their name. */
export function documented(document: unknown): ReadonlyMap<string, Documented> {
  const operations = Object.entries(toRecord(toRecord(document).paths)).flatMap(([path, methods]) =>
    Object.values(toRecord(methods)).map(
      (operation) => [String(toRecord(operation).operationId), documentedOne(path, toRecord(operation))] as const,
    ),
  )
  return new Map(operations)
}
