/** The text of server-sent events, as it comes. */

export interface ServerEvent {
  name: string
  data: string
}

/** Calls back with each whole event; what has come of the next one waits for its rest. Comments keep a connection alive and say nothing. */
export function eventReader(onEvent: (event: ServerEvent) => void): (text: string) => void {
  let rest = ''
  return (text) => {
    const parts = (rest + text).split('\n\n')
    rest = parts.pop() ?? ''
    for (const part of parts) {
      const field = (fieldName: string) =>
        part
          .split('\n')
          .filter((line) => line.startsWith(`${fieldName}: `))
          .map((line) => line.slice(fieldName.length + 2))
          .join('\n')
      const [name, data] = [field('event'), field('data')]
      if (name && data) onEvent({ name, data })
    }
  }
}
