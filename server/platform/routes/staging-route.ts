/** Uploads in pieces (contract/uploads.ts). */
import { createHash } from 'node:crypto'
import type { Hono } from 'hono'
import { maxPieceBytes, stagedState, stagePiece } from '#contract/uploads.ts'
import type { Platform } from '../core/context.ts'
import { ApiError, fieldError } from '../core/problem.ts'
import { maxStaged, tooLarge } from '../files/upload-limit.ts'
import { type CallRequest, mount } from '../http/mount.ts'

function named({ params }: CallRequest): string {
  const sha256 = (params.sha256 ?? '').toLowerCase()
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw fieldError('sha256', 'sha256')
  return sha256
}

export function mountStaging(app: Hono, platform: Platform): void {
  const { staging, settings } = platform
  const sizeOf = ({ query }: CallRequest): number => {
    const size = Number(query.size)
    const max = maxStaged(settings)
    if (size > max) throw tooLarge(settings, max)
    return size
  }
  mount(app, platform, stagedState, (request) => {
    const sha256 = named(request)
    return staging.state(request.user.ref, sha256, sizeOf(request))
  })
  mount(app, platform, stagePiece, (request) => {
    const [sha256, size, offset] = [named(request), sizeOf(request), Number(request.query.offset)]
    const { raw } = request
    if (!(raw instanceof Uint8Array) || raw.byteLength === 0) throw new ApiError('malformed', 'A piece has at least one byte.')
    if (raw.byteLength > maxPieceBytes) throw new ApiError('too_large')
    const digest = createHash('sha256').update(raw).digest('hex')
    if (digest !== request.query.digest) throw fieldError('digest', 'checksum')
    return staging.add(request.user.ref, { sha256, size, offset, digest, content: raw })
  })
}
