/** The OpenAPI document for the fuzzer: operations and schemas of their input. */
import { toRecord } from '#contract/kit/field/guards.ts'

export interface Schema {
  type?: string
  format?: string
  enum?: readonly unknown[]
  oneOf?: readonly Schema[]
  allOf?: readonly Schema[]
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
}

export interface Operation {
  /** Name of the call. */
  name: string
  method: string
  path: string
  parameters: readonly { name: string; in: string; schema: Schema }[]
  /** Absent without a body. */
  body?: { type: string; schema: Schema }
  /** Fields of its response rows, and filter keys. */
  fields: readonly string[]
  isPublic: boolean
}

const recordOf = toRecord

/** Nullable values are generated as non-null; other generators produce null. */
function schemaOf(value: unknown): Schema {
  const { type, enum: values, oneOf, items, properties, ...rest } = recordOf(value)
  const isNull = (each: unknown) => each === null || each === 'null' || recordOf(each).type === 'null'
  const [single] = [type].flat().filter((each) => !isNull(each))
  return {
    ...rest,
    ...(typeof single === 'string' && { type: single }),
    ...(Array.isArray(values) && { enum: values.filter((each) => !isNull(each)) }),
    ...(Array.isArray(oneOf) && { oneOf: oneOf.filter((each) => !isNull(each)).map(schemaOf) }),
    ...(items !== undefined && { items: schemaOf(items) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(Object.entries(recordOf(properties)).map(([name, property]) => [name, schemaOf(property)])),
    }),
  }
}

function fieldNames(schema: Schema): string[] {
  const inner = [...(schema.allOf ?? []), ...(schema.items ? [schema.items] : [])].flatMap(fieldNames)
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => [name, ...fieldNames(property)])
  return [...own, ...inner]
}

function operationOf(method: string, path: string, value: unknown): Operation {
  const { operationId, parameters, requestBody, responses, security } = recordOf(value)
  const [[type, content] = ['', null]] = Object.entries(recordOf(recordOf(requestBody).content))
  const listed = Object.values(recordOf(responses)).flatMap((response) => Object.values(recordOf(recordOf(response).content)))
  return {
    name: String(operationId),
    method: method.toUpperCase(),
    path,
    parameters: (Array.isArray(parameters) ? parameters : []).map((given) => {
      const { name, in: where, schema } = recordOf(given)
      return { name: String(name), in: String(where), schema: schemaOf(schema) }
    }),
    ...(type && { body: { type, schema: schemaOf(recordOf(content).schema) } }),
    fields: [...new Set(listed.flatMap((response) => fieldNames(schemaOf(recordOf(response).schema))))],
    isPublic: Array.isArray(security) && security.length === 0,
  }
}

export function operationsOf(document: unknown): Operation[] {
  return Object.entries(recordOf(recordOf(document).paths)).flatMap(([path, methods]) =>
    Object.entries(recordOf(methods)).map(([method, operation]) => operationOf(method, path, operation)),
  )
}
