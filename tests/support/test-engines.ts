/** Browsers as their navigator shows them, for unit tests of what is said in each. */

const iOS = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const android = 'Mozilla/5.0 (Linux; Android 10; K)'
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0'
const apple = 'Apple Computer, Inc.'

export interface TestEngine {
  userAgent: string
  vendor: string
  maxTouchPoints: number
}

export const testEngines = {
  'Safari on an iPhone': { userAgent: `${iOS} Version/18.5 Mobile/15E148 Safari/604.1`, vendor: apple, maxTouchPoints: 5 },
  'Chrome on an iPhone': { userAgent: `${iOS} CriOS/142.0.7444.1 Mobile/15E148 Safari/604.1`, vendor: apple, maxTouchPoints: 5 },
  'Firefox on an iPhone': { userAgent: `${iOS} FxiOS/145.0 Mobile/15E148 Safari/605.1.15`, vendor: apple, maxTouchPoints: 5 },
  'Safari on an iPad': {
    userAgent: `${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15`,
    vendor: apple,
    maxTouchPoints: 5,
  },
  'Safari on a Mac': {
    userAgent: `${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15`,
    vendor: apple,
    maxTouchPoints: 0,
  },
  'Safari 16 on a Mac': {
    userAgent: `${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Safari/605.1.15`,
    vendor: apple,
    maxTouchPoints: 0,
  },
  'Chrome on a Mac': { userAgent: `${mac} ${chrome} Safari/537.36`, vendor: 'Google Inc.', maxTouchPoints: 0 },
  'Firefox on a Mac': {
    userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0',
    vendor: '',
    maxTouchPoints: 0,
  },
  'Firefox on Windows': {
    userAgent: `${windows.replace(')', '; rv:145.0)')} Gecko/20100101 Firefox/145.0`,
    vendor: '',
    maxTouchPoints: 10,
  },
  'Firefox on a tablet': {
    userAgent: 'Mozilla/5.0 (Android 15; Tablet; rv:145.0) Gecko/145.0 Firefox/145.0',
    vendor: '',
    maxTouchPoints: 5,
  },
  'Firefox on Android': {
    userAgent: 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0',
    vendor: '',
    maxTouchPoints: 5,
  },
  'Chrome on Windows': { userAgent: `${windows} ${chrome} Safari/537.36`, vendor: 'Google Inc.', maxTouchPoints: 0 },
  'Edge on Windows': { userAgent: `${windows} ${chrome} Safari/537.36 Edg/142.0.0.0`, vendor: 'Google Inc.', maxTouchPoints: 10 },
  'Chrome on Android': { userAgent: `${android} ${chrome} Mobile Safari/537.36`, vendor: 'Google Inc.', maxTouchPoints: 5 },
  'Samsung Internet': {
    userAgent: `${android} ${chrome.replace('Chrome', 'SamsungBrowser/28.0 Chrome')} Mobile Safari/537.36`,
    vendor: 'Google Inc.',
    maxTouchPoints: 5,
  },
  'WebKit on Linux': {
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    vendor: apple,
    maxTouchPoints: 0,
  },
} as const satisfies Readonly<Record<string, TestEngine>>

export type TestEngineName = keyof typeof testEngines
export const testEngineNames = Object.keys(testEngines) as TestEngineName[]
