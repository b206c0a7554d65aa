/** A server-sent event. */

export interface ServerEvent {
  name: string
  data: string
}

/** Parses server-sent events from chunks and calls back with each complete one. Comments only keep a connection alive. */
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
