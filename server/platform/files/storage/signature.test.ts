/** The examples that AWS publishes of Signature Version 4: by the program that signs here, and by the one that checks in tests. */
import { AwsV4Signer } from 'aws4fetch'
import { expect, it } from 'vitest'
import { findSignatureProblem } from '#tests/support/signature-v4.ts'

const bucket = { key: 'AKIAIOSFODNN7EXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', at: '20130524T000000Z', service: 's3' }
const general = { key: 'AKIDEXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY', at: '20150830T123600Z', service: 'service' }
const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const host = 'https://examplebucket.s3.amazonaws.com'

it.each([
  [
    'GET object',
    bucket,
    'GET',
    `${host}/test.txt`,
    { range: 'bytes=0-9', 'x-amz-content-sha256': empty },
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'PUT object',
    bucket,
    'PUT',
    `${host}/test%24file.text`,
    {
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
    },
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  [
    'GET bucket lifecycle',
    bucket,
    'GET',
    `${host}/?lifecycle`,
    { 'x-amz-content-sha256': empty },
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  ],
  [
    'list of objects',
    bucket,
    'GET',
    `${host}/?max-keys=2&prefix=J`,
    { 'x-amz-content-sha256': empty },
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
  ['get-vanilla', general, 'GET', 'https://example.amazonaws.com/', {}, '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
  [
    'get-vanilla-query-order-key-case',
    general,
    'GET',
    'https://example.amazonaws.com/?Param2=value2&Param1=value1',
    {},
    'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
  ],
  [
    'post-vanilla',
    general,
    'POST',
    'https://example.amazonaws.com/',
    {},
    '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
  ],
] as const)('%s has the published signature', async (_, { key, secret, at, service }, method, url, headers, signature) => {
  const signer = new AwsV4Signer({
    ...{ method, url, headers, accessKeyId: key, secretAccessKey: secret, service, region: 'us-east-1', datetime: at },
    allHeaders: true,
  })
  const signed = await signer.sign()
  expect(signed.headers.get('authorization')).toContain(`Signature=${signature}`)
  const sent = Object.fromEntries(signed.headers)
  const request = { method, path: new URL(url).pathname, query: new URL(url).searchParams, headers: { ...sent, host: new URL(url).host } }
  const now = Date.parse(at.replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/, '$1-$2-$3T$4:$5:$6Z'))
  expect(findSignatureProblem(request, { key, secret }, now)).toBeNull()
  expect(findSignatureProblem(request, { key, secret: `${secret}x` }, now)).toBe('SignatureDoesNotMatch')
  expect(findSignatureProblem({ ...request, method: 'DELETE' }, { key, secret }, now)).toBe('SignatureDoesNotMatch')
  expect(findSignatureProblem(request, { key: 'ANOTHER', secret }, now)).toBe('InvalidAccessKeyId')
  expect(findSignatureProblem(request, { key, secret }, now + 16 * 60_000)).toBe('RequestTimeTooSkewed')
})
