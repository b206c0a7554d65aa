/** A hostile request to an operation: valid but for one thing, or wrong throughout. */

import { formEntries } from '#contract/kit/field/form-entries.ts'
import { toRecord } from '#contract/kit/field/guards.ts'
import type { Call } from '#contract/kit/section/call.ts'
import { syncHeaders } from '#contract/sync.ts'
import type { Random } from '#tests/chaos/random.ts'
import { example, type Ids } from '#tests/support/example.ts'
import type { Operation, Schema } from './document.ts'
import { hostileBytes, hostileDate, hostileJson, hostileName, hostileText, uuidOf } from './values.ts'

export interface HostileRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: string | FormData | Uint8Array<ArrayBuffer> | null
}

export interface Known {
  call: Call | undefined
  operations: readonly Operation[]
  ids: Ids
}

/** A value of the schema, or nearly one. */
function schemaValue(schema: Schema, random: Random): unknown {
  if (random.chance(0.3)) return hostileJson(random)
  if (schema.enum?.length) return schema.enum[random.integer(0, schema.enum.length - 1)]
  const [first, ...rest] = schema.oneOf ?? []
  if (first) return schemaValue(random.pick([first, ...rest]), random)
  switch (schema.type) {
    case 'integer':
    case 'number':
      return random.integer(-1, 300)
    case 'boolean':
      return random.chance(0.5)
    case 'array':
      return Array.from({ length: random.integer(0, 3) }, () => schemaValue(schema.items ?? {}, random))
    case 'object':
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, property]) => [name, schemaValue(property, random)]))
    default:
      return schema.format?.startsWith('date') ? hostileDate(random) : schema.format === 'uuid' ? uuidOf(random) : hostileText(random)
  }
}

/** A record with some values replaced, removed or added. */
function spoiled(record: Readonly<Record<string, unknown>>, random: Random): Record<string, unknown> {
  const names = Object.keys(record)
  const copy: Record<string, unknown> = { ...record }
  for (let times = random.integer(0, 3) - 1; times > 0; times--) {
    const name = names[random.integer(0, Math.max(0, names.length - 1))] ?? 'x'
    if (random.chance(0.15)) delete copy[name]
    else copy[random.chance(0.1) ? hostileText(random).slice(0, 100) : name] = hostileJson(random)
  }
  return copy
}

function recordFor({ body }: Operation, { call, ids }: Known, random: Random): unknown {
  if (call?.body && random.chance(0.8))
    return spoiled(example(call.body, random.integer(0, 9_999), { ...ids, '': [random.integer(1, 120)] }), random)
  return random.chance(0.1) ? hostileJson(random) : schemaValue(body?.schema ?? {}, random)
}

const visible = (text: string, longest = 2_000) =>
  text
    .replace(/[^\x20-\x7e\x80-\xff]/g, '?')
    .slice(0, longest)
    .trim()

function filterText(operation: Operation, random: Random): string {
  const names: readonly [string, ...string[]] = [
    'search',
    'snoozed',
    'similar_role',
    'password',
    'constructor',
    hostileText(random).slice(0, 30),
    ...operation.fields,
  ]
  const value = () =>
    random.weighted<() => string>([
      [3, () => hostileText(random).slice(0, 3_000)],
      [2, () => `${hostileDate(random)}..${hostileDate(random)}`],
      [1, () => `..${hostileDate(random)}`],
      [1, () => `${hostileText(random).slice(0, 60)}..${hostileText(random).slice(0, 60)}`],
      [2, () => String(random.integer(0, 20))],
      [1, () => random.pick(['true', 'false', '1', 'new', 'open'])],
    ])()
  const pairs = Array.from(
    {
      length: random.weighted([
        [6, 1],
        [3, 2],
        [1, 400],
      ] as const),
    },
    () => `${random.pick(names)}:${value()}`,
  )
  const separator = random.chance(0.9) ? ',' : '\\,'
  return pairs.join(separator).slice(0, 12_000)
}

function queryFor(operation: Operation, random: Random): string {
  const asked = operation.parameters.filter((parameter) => parameter.in === 'query')
  const entries = asked
    .filter(() => random.chance(0.6))
    .map(({ name, schema }): [string, string] => {
      if (name === 'query') return [name, filterText(operation, random)]
      if (name === 'sort')
        return [
          name,
          `${operation.fields[random.integer(0, operation.fields.length - 1)] ?? 'id'} ${random.pick(['asc', 'desc', 'ASC', ''])}`,
        ]
      if ((name === 'page' || name === 'size') && random.chance(0.6)) return [name, String(random.pick([1, 2, 5, 50, 100_000, 10_000_000]))]
      const value = random.chance(0.5) ? hostileText(random) : schemaValue(schema, random)
      return [name, (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 8_000)]
    })
  if (random.chance(0.1)) entries.push([hostileText(random).slice(0, 40), hostileText(random).slice(0, 200)])
  if (random.chance(0.03)) return `?${random.pick(['%', '%zz', '&&&', 'query=%ff', 'query[]=1', 'query=a%00', 'a=b=c'])}`
  const text = new URLSearchParams(entries.map(([name, value]) => [name.toWellFormed(), value.toWellFormed()])).toString()
  return text && `?${text}`
}

function idFor(name: string, { ids }: Known, random: Random): string {
  const known = Object.values(ids).flat()
  return random.weighted<() => string>([
    [5, () => String(random.integer(1, 60))],
    [3, () => String(known[random.integer(0, Math.max(0, known.length - 1))] ?? 1)],
    [2, () => uuidOf(random)],
    [name === 'sha256' ? 8 : 1, () => random.pick(['a', '0']).repeat(64)],
    [3, () => encodeURIComponent(hostileText(random).slice(0, 1_000).toWellFormed())],
    [0.3, () => encodeURIComponent(hostileName(random, 15_000))],
    [1, () => random.pick(['..', '.', '%2e%2e', '%2f', '%5c', '%00', '%', '%zz', '%c0%af', '%ff', '~', ';a=b', '*', '1%2f2', '%252e'])],
  ])()
}

const pathFor = (operation: Operation, known: Known, random: Random) =>
  operation.path.replace(/\{(\w+)\}/g, (_, name: string) => idFor(name, known, random))

function headersFor(operation: Operation, random: Random): Record<string, string> {
  const headers: Record<string, string> = {
    // Public calls are limited by IP: each request has another one.
    'X-Forwarded-For': `10.${random.integer(0, 255)}.${random.integer(0, 255)}.${random.integer(0, 255)}`,
    ...(random.chance(0.2) && { 'Accept-Encoding': random.pick(['gzip', 'br', 'gzip;q=0', '*']) }),
  }
  if (random.chance(0.4)) headers[syncHeaders.key] = random.chance(0.7) ? uuidOf(random) : visible(hostileText(random), 300)
  if (random.chance(0.12))
    headers[syncHeaders.ifMatch] = random.pick([
      '"1"',
      '"2"',
      '*',
      'W/"1"',
      '""',
      '"1","2"',
      '9999999999',
      '-1',
      '"a"',
      ','.repeat(3_000),
      visible(hostileText(random)),
    ])
  if (random.chance(0.2)) {
    const names = Object.keys(operation.body?.schema.properties ?? {})
    headers[syncHeaders.mask] = random.chance(0.7)
      ? names.filter(() => random.chance(0.4)).join(',')
      : visible(random.pick(['__proto__', '*', ',,,', 'id', 'a,'.repeat(2_000), hostileText(random)]))
  }
  if (random.chance(0.01)) headers[syncHeaders.owner] = visible(hostileText(random), 100)
  if (random.chance(0.03)) headers.Host = visible(random.pick([hostileName(random), hostileText(random)]), 100_000)
  if (random.chance(0.03)) headers.Origin = visible(`https://${hostileName(random)}`, 100_000)
  if (random.chance(0.03)) headers.Range = 'bytes=5-2'
  return headers
}

/** Entries of a replay: changes of other operations, with any values. */
function replayBody(known: Known, random: Random): string {
  const count = random.weighted([
    [8, random.integer(1, 5)],
    [1, 200],
    [1, 201],
  ] as const)
  const entries = Array.from({ length: count }, () => {
    const other = known.operations[random.integer(0, known.operations.length - 1)]
    if (!other || random.chance(0.1)) return hostileJson(random)
    const record = schemaValue(other.body?.schema ?? {}, random)
    const isForm = other.body?.type === 'multipart/form-data'
    const entry: Record<string, unknown> = {
      id: uuidOf(random),
      method: other.method,
      path: `${pathFor(other, known, random)}${random.chance(0.2) ? queryFor(other, random) : ''}`.slice(0, 1_900),
      ...(other.body && { body: isForm ? 'name=a&tags[]=b&tags[]=' : JSON.stringify(record) }),
      ...(isForm && { encoding: 'form' }),
      ...(random.chance(0.3) && { mask: random.pick(['name', 'kota\u4e00', '', ',']) }),
      ...(random.chance(0.3) && { if_match: random.pick(['"1"', '*', '""', '"1", "2"']) }),
      ...(random.chance(0.2) && { follow: uuidOf(random), after: [uuidOf(random)] }),
    }
    return random.chance(0.3) ? spoiled(entry, random) : entry
  })
  return JSON.stringify({ entries })
}

/** Form value: nested records are JSON texts, other values are unchanged. */
function formValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(formValue)
  return typeof value === 'object' && value !== null && !(value instanceof Blob) ? JSON.stringify(value) : value
}

/** What names a file that is staged, or stored. */
function stagedText(random: Random): string {
  const sha256 = random.pick(['a', '0']).repeat(64)
  const name = hostileName(random)
  return random.pick([
    JSON.stringify({ staged: sha256, name }),
    `/files/${sha256}/${name}`,
    JSON.stringify({ url: `/files/${sha256}/${name}` }),
  ])
}

function formFor(operation: Operation, known: Known, random: Random): FormData {
  const form = new FormData()
  const given = toRecord(recordFor(operation, known, random))
  const record = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, formValue(value)]))
  for (const [name, value] of formEntries(known.call?.body ?? {}, record, known.call?.part)) {
    const isFile = value instanceof Blob || operation.body?.schema.properties?.[name]?.format === 'binary'
    if (isFile && random.chance(0.1)) form.append(name, stagedText(random))
    else if (isFile && random.chance(0.8)) {
      const fileName = random.pick(['a.png', '..\\..\\x.csv', 'a.csv', '.', hostileText(random).slice(0, 300), hostileName(random)])
      form.append(name, new Blob([hostileBytes(random)], { type: random.pick(['image/png', 'text/csv', 'text/html', '']) }), fileName)
    } else form.append(name.toWellFormed(), String(value instanceof Blob ? 'x' : value).toWellFormed())
  }
  if (random.chance(0.05)) for (let at = 0; at < 11_000; at++) form.append('x[]', '1')
  return form
}

/** A body that does not match its type. */
function brokenBody(random: Random): Pick<HostileRequest, 'body' | 'headers'> {
  const type = random.pick([
    'application/json',
    'multipart/form-data; boundary=x',
    'multipart/form-data',
    'application/x-www-form-urlencoded',
    'text/html',
    'application/json; charset=utf-16',
    '',
  ])
  const body = random.pick([
    '{',
    'null',
    '"a"',
    '[1,2',
    '\ufeff{}',
    '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1',
    '--x\r\nContent-Disposition: form-data; name="a"; filename="b"\r\nContent-Type: image/png\r\n\r\n1\r\n--x--\r\n',
    '--x--',
    '{"a":1e999}',
    `{"a":${'['.repeat(5_000)}`,
    `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    'a=b&c[]=d',
    hostileText(random).toWellFormed(),
  ])
  return { body, headers: type ? { 'Content-Type': type } : {} }
}

function bodyFor(operation: Operation, known: Known, random: Random): Pick<HostileRequest, 'body' | 'headers'> {
  if (operation.method === 'GET') return { body: null, headers: {} }
  if (random.chance(0.04)) return brokenBody(random)
  if (!operation.body) return { body: null, headers: {} }
  const { type } = operation.body
  if (type === 'multipart/form-data') return { body: formFor(operation, known, random), headers: {} }
  if (type === 'application/octet-stream') return { body: hostileBytes(random), headers: { 'Content-Type': type } }
  const json =
    operation.name === 'sync.replay' && random.chance(0.9) ? replayBody(known, random) : JSON.stringify(recordFor(operation, known, random))
  return { body: json ?? '', headers: { 'Content-Type': type } }
}

export function hostileRequest(operation: Operation, known: Known, random: Random): HostileRequest {
  const { body, headers } = bodyFor(operation, known, random)
  const method = random.chance(0.02) ? random.pick(['PATCH', 'OPTIONS', 'HEAD', 'PUT', 'DELETE', 'GET']) : operation.method
  const ends = random.chance(0.02) ? random.pick(['/', '//', '/..', '/%2e', '\\x', '.json', '?', '%']) : ''
  return {
    method,
    path: pathFor(operation, known, random) + ends + queryFor(operation, random),
    headers: { ...headersFor(operation, random), ...headers },
    body: method === 'GET' || method === 'HEAD' ? null : body,
  }
}
