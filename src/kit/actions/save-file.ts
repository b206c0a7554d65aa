/** Saves a file as a browser download. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  // The download reads the URL after the press.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
