declare module '@20minutes/s3rver' {
  interface Options {
    address: string
    port: number
    silent: boolean
    directory: string
    configureBuckets: readonly { name: string }[]
  }
  /** Its one account has the key and the secret S3RVER. */
  export default class S3rver {
    constructor(options: Options)
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}
