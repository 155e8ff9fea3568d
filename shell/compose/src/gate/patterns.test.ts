import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { serverPaths } from '@frens/contract/site-path';
import { describe, expect, it } from 'vitest';
import { matchesPath } from '../model/matches-path.ts';
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

  it('holds for two patterns if and only if some address fits both', () => {
    const wrong: string[] = [];
    for (const one of patterns)
      for (const other of patterns) {
        const share = [...one.fits].some((address) => other.fits.has(address));
        if (overlap(one.pattern, other.pattern) !== share) wrong.push(`${one.pattern} ${other.pattern}`);
      }
    expect(wrong).toEqual([]);
    expect(patterns.length).toBeGreaterThan(50);
  });

  it('holds for no two paths of different remotes of this site, and each is a pattern', () => {
    const root = path.join(import.meta.dirname, '../../../..');
    const paths = readdirSync(root)
      .filter((name) => name.startsWith('mf-'))
      .flatMap((name) => {
        const { paths: own } = JSON.parse(readFileSync(path.join(root, name, 'remote.json'), 'utf8'));
        return own.map((page: { path: string }) => ({ name, path: page.path }));
      });
    const shared = paths.flatMap((one) =>
      paths.filter((other) => other.name !== one.name && overlap(one.path, other.path)),
    );
    expect(shared).toEqual([]);
    expect(paths.filter((one) => !isPattern(one.path))).toEqual([]);
    expect(paths.filter((one) => serverPaths.some((own) => isBelow(one.path, own)))).toEqual([]);
  });
});

it.each(['/:any', '/:any/new', '/COMPOSE/run', '/compose/run', '/:a/:b/:c', '/robots.txt', '/dev/:x'])(
  'finds that the server answers addresses of %s',
  (pattern) => expect(serverPaths.some((own) => isBelow(pattern, own))).toBe(true),
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
])('takes %j for no pattern', (path) => expect(isPattern(path)).toBe(false));
