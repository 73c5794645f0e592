import { describe, expect, it } from 'vitest'
import { cleanDescription } from './clean-description.ts'

describe('what a description cannot keep', () => {
  it.each([
    [
      '<p>See:</p><iframe src="//www.youtube.com/embed/dQw4w9WgXcQ" title="How it is cast"></iframe>',
      '<p>See:</p><p><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ" rel="noopener">How it is cast</a> <small>Video, youtube.com</small></p>',
    ],
    [
      '<p><iframe src="https://player.vimeo.com/video/76979871?h=1"></iframe></p>',
      '<p><a href="https://vimeo.com/76979871" rel="noopener">Video on vimeo.com</a> <small>Video</small></p>',
    ],
    [
      '<figure><video controls><source src="https://a.example/ring.mp4"></video><figcaption>A ring</figcaption></figure>',
      '<figure><p><a href="https://a.example/ring.mp4" rel="noopener">ring.mp4</a> <small>Video, a.example</small></p><figcaption>A ring</figcaption></figure>',
    ],
    [
      '<p>Words<audio src="https://a.example/bell.mp3"></audio> more</p>',
      '<p>Words more</p><p><a href="https://a.example/bell.mp3" rel="noopener">bell.mp3</a> <small>Audio, a.example</small></p>',
    ],
  ])('is a link with its title where it was played: %s [CLEAN-11]', (written, stored) => {
    expect(cleanDescription(written)).toEqual({
      html: stored,
      lost: ['A video, recording, or frame became a link.'],
    })
    expect(cleanDescription(stored)).toEqual({ html: stored, lost: [] })
  })

  it.each([
    [
      '<p class="MsoNormal" style="mso-list:l0">Wash<o:p></o:p></p>',
      'Word formatting was removed.',
    ],
    ['<p><font color="red">Red</font></p>', 'Fonts, colors, and other styles were removed.'],
    [
      '<img src="data:image/png;base64,AA"><img src="http://a.example/b.png">',
      'An image whose address does not begin with https:// was removed 2 times.',
    ],
    ['<a href="file:///C:/x.doc">File</a>', 'An unsafe link was removed, but its text was kept.'],
    ['<script>a()</script><p>x</p>', 'A form, script, or drawing was removed.'],
    ['<iframe srcdoc="x"></iframe>', 'A frame without a web address was removed.'],
  ])('is said: %s [CLEAN-12]', (written, said) => {
    expect(cleanDescription(written).lost).toEqual([said])
  })

  it('is nothing where the same is only written in another way [CLEAN-12]', () => {
    for (const written of [
      '<P>Gold<BR>light &amp; more</P>',
      '<p>x',
      '<a href="/contact" rel="opener">c</a>',
      'Plain words',
      '<img src="https://a.example/b.png" alt="b">',
    ]) {
      expect(cleanDescription(written).lost, written).toEqual([])
    }
  })

  it('takes what no one would write, in linear time [CLEAN-11]', () => {
    for (const [text, count] of [
      ['<div>', 20_000],
      ['<iframe src="https://a.example/"></iframe>', 10_000],
      ['<p style="x">y</p>', 20_000],
      ['<p>x<video><source src="https://a.example/"></video>', 10_000],
    ] as const) {
      expect(cleanDescription(text.repeat(count)).lost.length).toBeGreaterThan(0)
    }
  })
})
