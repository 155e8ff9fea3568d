import { canonicalAddress } from '@frens/contract/mail-address';
import { day, second } from '../clock.ts';
import { serverLimits } from '../limits.ts';
import type { Allowance } from '../mail/mailer.ts';
import type { Limiter } from './limiter.ts';

/**
 * Counts mails by their address, so many a day whichever accounts name it; past that nothing is sent, and nobody is told
 * (docs/decisions/0116). What could not be sent does not count.
 */
export function mailAllowance(limiter: Limiter): Allowance {
  return async (address, send) => {
    const counter = {
      name: 'mails to an unconfirmed address',
      who: canonicalAddress(address),
      points: serverLimits.unconfirmedMailsPerDay,
      seconds: day / second,
    };
    if (!(await limiter.count(counter)).passed) return;
    try {
      await send();
    } catch (error) {
      await limiter.giveBack(counter);
      throw error;
    }
  };
}
