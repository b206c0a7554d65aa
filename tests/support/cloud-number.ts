/** A platform with a number of ours at the stand-in of the Cloud API, and webhooks that come to it. */
import { createApp } from '#server/app.ts'
import { type TestPlatform, testPlatform } from './api.ts'
import { makeNumber } from './chat.ts'
import { type CloudApi, cloudAccount, startCloudApi } from './cloud-api.ts'
import { readPayload } from './webhook-payloads.ts'

export interface CloudNumber {
  test: TestPlatform
  cloud: CloudApi
  app: ReturnType<typeof createApp>
  /** Id of the number. */
  number: number
  /** Calls the webhook with payloads of the corpus by their numbers, or with others. Throws unless each is taken. */
  arrive(...payloads: (number | object)[]): Promise<void>
  close(): Promise<void>
}

export async function openCloudNumber(): Promise<CloudNumber> {
  const cloud = await startCloudApi()
  const test = await testPlatform({ CHAT_CLOUD_URL: cloud.url })
  const app = createApp(test.platform)
  const number = await makeNumber(test.platform, { channel: 'cloud', phone: '628110000001', ...cloudAccount })
  return {
    test,
    cloud,
    app,
    number,
    async arrive(...payloads) {
      for (const payload of payloads) {
        const { status } = await cloud.call(app, typeof payload === 'number' ? readPayload(payload) : payload)
        if (status !== 200) throw new Error(`the webhook answered ${status}`)
      }
    },
    async close() {
      await test.close()
      await cloud.close()
    },
  }
}
