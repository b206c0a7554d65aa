import { TOTP, URI } from 'otpauth'

/** Code of the app set up with this URL, `periods` from now. */
export function codeOf(uri: string, periods = 0): string {
  const totp = URI.parse(uri)
  if (!(totp instanceof TOTP)) throw new Error('not the address of a clock')
  return totp.generate({ timestamp: Date.now() + periods * 30_000 })
}
