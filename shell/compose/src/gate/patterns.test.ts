import { describe, expect, it } from 'vitest';
import { matchesPath } from '../model/matches-path.ts';
import { exampleSite } from '../testing/example-site.ts';
import { isBelow, isPattern, overlap } from './patterns.ts';

/** All sequences of up to three of some segments, as paths. */
function pathsOf(segments: readonly string[]): string[] {
  const longer = (paths: string[]) => paths.flatMap((one) => segments.map((segment) => `${one}/${segment}`));
  const [one, two] = [longer(['']), longer(longer(['']))];
  return [...one, ...two, ...longer(two)];
}

describe('overlap', () => {
  const addresses = pathsOf(['a', 'b', 'c', 'v2']);
  const outside = (address: string) => address.replace(/^\/v2(?=\/)/, '');
  /** The addresses that a pattern fits, without their frame. */
  const addressesOf = (pattern: string) =>
    new Set(addresses.filter((one) => matchesPath(pattern.toLowerCase(), one)).map(outside));
  const patterns = [...pathsOf(['a', 'A', 'b', ':x', 'v2']), '/a/', '/:x/b/', '//a']
    .filter((pattern) => pattern !== '/v2' && !pattern.startsWith('/v2/v2'))
    // A parameter in front also fits what the server answers, and is refused for that.
    .filter((pattern) => !isBelow(pattern, '/api'))
    .map((pattern) => ({ pattern, fits: addressesOf(pattern) }));

  it('holds if and only if some address matches both patterns', () => {
    const wrong: string[] = [];
    for (const one of patterns)
      for (const other of patterns) {
        const share = [...one.fits].some((address) => other.fits.has(address));
        if (overlap(exampleSite, one.pattern, other.pattern) !== share)
          wrong.push(`${one.pattern} ${other.pattern}`);
      }
    expect(wrong).toEqual([]);
    expect(patterns.length).toBeGreaterThan(50);
  });
});

it.each(['/:any', '/:any/new', '/COMPOSE/run', '/compose/run', '/:a/:b/:c', '/robots.txt', '/dev/:x'])(
  'finds that the server answers addresses of %s',
  (pattern) => expect(exampleSite.serverPaths.some((own) => isBelow(pattern, own))).toBe(true),
);

it.each([
  '',
  '/',
  'quiz',
  '/quiz/',
  '//quiz',
  '/./quiz',
  '/..',
  '/q%75iz',
  '/quiz*',
  '/*',
  '/:',
  '/quiz?',
  '/a:b',
  '/:a?',
  '/é',
  '/a\n',
])('rejects %j as a pattern', (path) => expect(isPattern(path)).toBe(false));
