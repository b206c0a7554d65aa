/** A file of a form that was written to its sender's folder as it came; only this server makes one. */
export class StreamedFile {
  constructor(
    readonly sha256: string,
    readonly name: string,
  ) {}
}
