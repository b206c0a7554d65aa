/** Hands a file to the browser's downloads. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  // The download reads the address after the press.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
