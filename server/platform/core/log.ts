import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino'
import { causesOf, isFromDatabase } from '#server/db/error-line.ts'

/** The parts of a refusal by the database that hold no value of a row or a query. */
const tellable = ['code', 'severity', 'schema', 'table', 'column', 'dataType', 'constraint', 'routine', 'file', 'line'] as const

/** Where it was thrown, without the message that a stack begins with. */
const framesOf = ({ stack = '' }: Error) =>
  stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')

/** An error as it is logged. One of the database is told by its code and place, because its texts hold data of people. */
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

/** Structured logs. Only listed properties are written: no bodies, no queries, no names, no addresses of people. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError } }
  return destination ? pino(options, destination) : pino(options)
}
