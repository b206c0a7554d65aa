// For a page whose start failed: once again where the server answers, else in the words of index.html that a hung start has as well.
;(async () => {
  const key = 'lapangan-failed-start'
  const build = [...document.querySelectorAll('script[type=module]')].map(({ src }) => src).join()
  try {
    if (sessionStorage.getItem(key) !== build) {
      // A page of an earlier version says no limit.
      const limit = document.querySelector('meta[name=start-ms]')?.content ?? 4_000
      await fetch('/recover.js', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(limit) })
      sessionStorage.setItem(key, build)
      return location.reload()
    }
  } catch {
    // No note of it, or no answer: a reload would be a loop, or lead nowhere.
  }
  document.documentElement.dataset.hung = ''
})()
