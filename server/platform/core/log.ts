import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'
import { causesOf, isFromDatabase } from '#server/db/error-line.ts'

/** Fields of a database error without values of a row or query. */
const tellable = ['code', 'severity', 'schema', 'table', 'column', 'dataType', 'constraint', 'routine', 'file', 'line'] as const

/** Stack frames without the message. */
const framesOf = ({ stack = '' }: Error) =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')

/** Returns an error for the log. Database errors have code and place only, because their texts contain personal data. */
export function describeError(error: unknown): unknown {
  const causes = causesOf(error)
  if (!causes.some(isFromDatabase)) return error instanceof Error ? stdSerializers.err(error) : error
  const known = causes.flatMap((cause) => Object.entries(cause).filter(([name]) => tellable.some((each) => each === name)))
  return {
    type: causes.map((cause) => (cause.name === 'Error' ? cause.constructor.name : cause.name)).join(' < '),
    ...Object.fromEntries(known.reverse()),
    stack: causes.map(framesOf).find((frames) => frames !== ''),
  }
}

/** Structured logs. Only listed properties are written: no bodies, queries, names or addresses of people. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError } }
  return destination ? pino(options, destination) : pino(options)
}
