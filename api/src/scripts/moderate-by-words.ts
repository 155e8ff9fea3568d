import type { Logger } from 'pino';
import { type Moderation, ModerationRefusal } from '../resources/moderation/moderation.ts';
import { logAct } from '../security-log.ts';
import type { Services } from '../services.ts';
import { moderate } from './moderate-commands.ts';
import { readModeration, UsageError, usage } from './read-moderation.ts';

const exitCodes = { missing: 4, done: 3 } as const;

interface Desk {
  /** The moderator, unless the command names one. */
  moderator: string;
  /** The log of moderation acts. */
  log: Logger;
  print(text: string): void;
  complain(text: string): void;
  /** Opens the site's data for a command. */
  open(work: (services: Services) => Promise<void>): Promise<void>;
}

/** Runs a moderator's command line; returns the exit code. */
export async function moderateByWords(words: string[], desk: Desk): Promise<number> {
  let code = 0;
  try {
    const asked = readModeration(words);
    if (asked.command === 'help') {
      desk.print(usage);
      return code;
    }
    await desk.open(async (services) => {
      const who = asked.who ?? desk.moderator;
      const moderation: Moderation = { services, who };
      try {
        const { lines, answer, act } = await moderate(moderation, asked);
        desk.print(asked.json ? JSON.stringify(answer, null, 2) : lines.join('\n'));
        if (act) logAct(desk.log, { who, ...act });
      } catch (error) {
        if (!(error instanceof ModerationRefusal)) throw error;
        desk.complain(error.message);
        code = exitCodes[error.kind];
      }
    });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    desk.complain(`${error.message}\n\n${usage}`);
    code = 2;
  }
  return code;
}
