import { canonicalAddress } from '@frens/contract/mail-address';
import { day, second } from '../clock.ts';
import { serverLimits } from '../limits.ts';
import type { Allowance } from '../mail/mailer.ts';
import type { Limiter } from './limiter.ts';

/**
 * Limits mails to an unconfirmed address per day, whichever accounts name it. Beyond the limit mails are dropped silently
 * (docs/decisions/0116). A mail that could not be sent does not count.
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
