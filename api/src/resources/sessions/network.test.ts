import { describe, expect, it } from 'vitest';
import { networkOf } from './network.ts';

/** As much of a request as the function reads. */
function from(remoteAddress: string, forwarded = '') {
  const ctx = { get: () => forwarded, req: { socket: { remoteAddress } } };
  // True as far as the function looks: it reads these two and nothing else.
  return ctx as unknown as Parameters<typeof networkOf>[0];
}

describe('networkOf', () => {
  it('takes IPv4 whole and IPv6 by its first half (D8)', () => {
    expect(networkOf(from('203.0.113.9'), 0)).toBe('203.0.113.9');
    expect(networkOf(from('::ffff:203.0.113.9'), 0)).toBe('203.0.113.9');
    expect(networkOf(from('2001:db8:1:2:3:4:5:6'), 0)).toBe('2001:db8:1:2::/64');
    expect(networkOf(from('2001:db8::5'), 0)).toBe('2001:db8:0:0::/64');
    expect(networkOf(from('2001:0db8:0:0:1::5'), 0)).toBe(networkOf(from('2001:db8::5'), 0));
  });

  it('knows no network for direct callers on this machine (D49)', () => {
    expect(networkOf(from('127.0.0.1'), 0)).toBeNull();
    expect(networkOf(from('::1'), 0)).toBeNull();
  });

  it('believes exactly the configured proxies', () => {
    const claimed = '198.51.100.7, 203.0.113.9';
    expect(networkOf(from('203.0.113.1', claimed), 0)).toBe('203.0.113.1');
    expect(networkOf(from('127.0.0.1', claimed), 1)).toBe('203.0.113.9');
    expect(networkOf(from('127.0.0.1', claimed), 2)).toBe('198.51.100.7');
    expect(networkOf(from('203.0.113.1', ''), 1)).toBe('203.0.113.1');
  });
});
