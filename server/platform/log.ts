import { type Logger, pino } from 'pino'

/** Structured logs. Only what is named here is written: no bodies, no queries, no names, no addresses of people. */
export function createLog(level: string): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime })
}
