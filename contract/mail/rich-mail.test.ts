import { describe, expect, it } from 'vitest'
import { richMailHtml, richMailText } from './rich-mail.ts'

const context = { publicUrl: 'https://a.example', side: 'left' } as const
const html = (rich: string) => richMailHtml(rich, context).replace(/ (?:style|class|target|align)="[^"]*"/g, '')
const picture = `/files/${'a'.repeat(64)}/foto.webp`

describe('richMailHtml', () => {
  it('keeps what our editor makes, with styles of its own', () => {
    expect(html('<p>a <strong>b</strong><br>c</p><ol><li><p>d</p></li></ol>')).toBe(
      '<p>a <strong>b</strong><br>c</p><ol><li><p>d</p></li></ol>',
    )
    expect(richMailHtml('<p style="position:fixed" class="x">a</p>', context)).toBe('<p style="margin:0 0 16px">a</p>')
  })
  it('leaves out what could run or fetch', () => {
    expect(html('<script>alert(1)</script><p onclick="x()">a</p>')).toBe('alert(1)<p>a</p>')
    expect(html('<img src="https://other.example/a.png" alt="x"><a href="javascript:alert(1)">b</a>')).toBe('b')
    expect(html('<style>p{}</style><svg><p>c</p></svg>')).toBe('p{}<p>c</p>')
  })
  it('gives our own pictures an address, and makes players links', () => {
    expect(html(`<img src="${picture}" alt="a &quot;b&quot;">`)).toBe(
      `<img src="https://a.example${picture}" alt="a &quot;b&quot;" width="536">`,
    )
    expect(html('<iframe src="https://www.youtube-nocookie.com/embed/abc"></iframe>')).toBe(
      '<p><a href="https://www.youtube-nocookie.com/embed/abc">YouTube</a></p>',
    )
  })
  it('closes what was not closed, and writes loose signs as text', () => {
    expect(html('<p>a<strong>b')).toBe('<p>a<strong>b</strong></p>')
    expect(html('<p>1 < 2 > 0</p></div></p>')).toBe('<p>1 &lt; 2 &gt; 0</p>')
  })
  it('is linear in signs that begin a tag', () => {
    const text = '<a b="'.repeat(50_000)
    const start = performance.now()
    richMailHtml(text, context)
    richMailText(`${text}${' '.repeat(200_000)}`)
    expect(performance.now() - start).toBeLessThan(2_000)
  })
})

describe('richMailText', () => {
  it('writes lists, links and quotes as a person would', () => {
    expect(
      richMailText('<h2>A</h2><p>b <a href="https://x.id/?a=1&amp;b=2">c</a></p><ul><li>d</li><li>e<ol><li>f</li></ol></li></ul><p>g</p>'),
    ).toBe('A\n\nb c (https://x.id/?a=1&b=2)\n\n- d\n\n- e\n  1. f\n\ng')
    expect(richMailText('<p><a href="https://x.id">https://x.id</a></p>')).toBe('https://x.id')
  })
  it('writes tables by row and pictures by their words', () => {
    expect(richMailText('<table><tbody><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></tbody></table>')).toBe('a | b\n\nc | d')
    expect(richMailText(`<p><img src="${picture}" alt="Grafik"></p>`)).toBe('[Grafik]')
  })
})
