/** Returns whether a client accepts an encoding (RFC 9110, section 12.5.3): named, with a weight above 0. */
export function takesEncoding(header: string | undefined, name: string): boolean {
  return (header ?? '').split(',').some((part) => {
    const [coding = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    return coding === name && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
  })
}
