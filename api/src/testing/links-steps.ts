import * as fc from 'fast-check';
import { hour, minute } from '../clock.ts';

/** An event in the links model. */
export type Step =
  | { do: 'send'; purpose: 'sign-in' | 'reset' | 'confirm' }
  | { do: 'want'; address: number }
  | { do: 'use'; link: number; browser: number; isMine: boolean | undefined; keep: boolean }
  | { do: 'wait'; minutes: number }
  | { do: 'logout' | 'revoke' | 'end' | 'complete'; browser: number };

const browser = fc.nat(1);
/** A random event. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('send'),
      purpose: fc.constantFrom('sign-in', 'reset', 'confirm'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('want'), address: fc.nat(2) }) },
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constant('use'),
      link: fc.nat(9),
      browser,
      isMine: fc.constantFrom(true, false, undefined),
      keep: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait'),
      minutes: fc.constantFrom(10, 16, 31, 61, (25 * hour) / minute, (8 * 24 * hour) / minute),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('logout', 'revoke', 'complete'), browser }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('end'), browser }) },
);

/** Uses a link, 0 being the newest. An address change makes two: the older one confirms it, the newer one undoes it. */
const use = (link: number, by = 0): Step => ({ do: 'use', link, browser: by, isMine: true, keep: false });
const begunAnew: Step[] = [
  { do: 'send', purpose: 'sign-in' },
  { do: 'want', address: 1 },
  use(1),
  // No account has the first address now, so its magic link creates one.
  use(2, 1),
];

/** Sequences that random tests rarely find: whether the account starts confirmed, and the steps. */
export const rareOrders: [boolean, Step[]][] = [
  // The owner changes the address back, and the attacker gets an undo link (docs/decisions/0101).
  [true, [{ do: 'want', address: 1 }, use(1), { do: 'want', address: 0 }, use(1), use(0), use(2)]],
  // The address to restore belongs to an account again: an incomplete or a complete one.
  [true, [...begunAnew, use(0)]],
  [true, [...begunAnew, { do: 'complete', browser: 1 }, use(0)]],
  // The other kinds of links.
  [true, [{ do: 'end', browser: 0 }, use(0)]],
  [true, [{ do: 'send', purpose: 'reset' }, use(0)]],
  [false, [{ do: 'send', purpose: 'confirm' }, use(0)]],
];
