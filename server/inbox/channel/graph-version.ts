/** The version of the Cloud API that this server calls (docs/product/settings.md#version-of-the-cloud-api). */
import type { Hono } from 'hono'
import { noticeDays, versionState } from '#contract/chat/graph-versions.ts'
import { cloudVersion } from '#contract/sections/other/whatsapp-number.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { mount } from '#server/platform/http/mount.ts'

/** Says at start when the version has ended, or ends soon: WhatsApp goes on with another one and says nothing. */
export async function startVersion({ settings, log }: Pick<Platform, 'settings' | 'log'>): Promise<void> {
  const state = versionState(settings.chatCloudUrl, new Date())
  if (!state || state.days === null || state.days > noticeDays) return
  const words = state.days > 0 ? 'the version of the WhatsApp Cloud API ends soon' : 'the version of the WhatsApp Cloud API has ended'
  log.warn({ ...state }, `${words}: set CHAT_CLOUD_URL to a newer one`)
}

export function mountVersion(app: Hono, platform: Platform): void {
  mount(app, platform, cloudVersion, async () => {
    const state = versionState(platform.settings.chatCloudUrl, new Date())
    return { version: state?.version ?? null, ends_on: state?.endsOn ?? null, days: state?.days ?? null }
  })
}
