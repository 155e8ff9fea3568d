import { expect, it } from 'vitest';
import { canonicalAddress } from './mail-address.ts';
import { Email } from './members.ts';

it.each([
  ['Zoe@München.Example', 'zoe@xn--mnchen-3ya.example'],
  ['zoe@mu\u0308nchen.example', 'zoe@xn--mnchen-3ya.example'],
  ['zoe@xn--mnchen-3ya.example', 'zoe@xn--mnchen-3ya.example'],
  ['zoe@münchen.example.', 'zoe@xn--mnchen-3ya.example'],
  ['zoe@münchen.example。', 'zoe@xn--mnchen-3ya.example'],
  ['victim@ｉnbox.example', 'victim@inbox.example'],
  ['victim@inbox。example', 'victim@inbox.example'],
  ['victim@ınbox.example', 'victim@xn--nbox-kza.example'],
  ['Ze\u0301@Frens.example', 'zé@frens.example'],
  ['用户@例え.テスト', '用户@xn--r8jz45g.xn--zckzah'],
  // No addresses: compared as they stand, and nothing else that an URL has in it is taken for a domain.
  ['Maya', 'maya'],
  ['maya@frens.example/x', 'maya@frens.example/x'],
  ['maya@frens.example:80', 'maya@frens.example:80'],
  ['maya@', 'maya@'],
  ['maya@127.1', 'maya@127.1'],
  ['maya@xn--a.example', 'maya@xn--a.example'],
])('compares %s as %s', (address, canonical) => {
  expect(canonicalAddress(address)).toBe(canonical);
  expect(canonicalAddress(canonical)).toBe(canonical);
});

it.each([
  '127.0.0.1',
  '127.1',
  '0x7f.1',
  '0x7f.0.0.0x1',
  '１２７.１',
  '127.0.0.1.',
  '1.2',
  '[127.0.0.1]',
  '[::1]',
  '[IPv6:::1]',
])('takes no address at the network address %s', (domain) => {
  const { error } = Email.safeParse(`victim@${domain}`);
  expect(error?.issues).toMatchObject([{ message: 'validation.email' }]);
});

it('takes no address whose domain has no form in ASCII, and keeps others as they were written', () => {
  expect(Email.safeParse('maya@xn--a.example').success).toBe(false);
  expect(Email.safeParse('maya@frens.example..').success).toBe(false);
  expect(Email.parse(' Zoe@München.Example. ')).toBe('Zoe@München.Example.');
});
