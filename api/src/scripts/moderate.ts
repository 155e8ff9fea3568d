import { userInfo } from 'node:os';
import { configFromEnvironment } from '../config.ts';
import { createLog } from '../log.ts';
import { type Moderation, ModerationRefusal } from '../resources/moderation/moderation.ts';
import { logAct } from '../security-log.ts';
import { moderate } from './moderate-commands.ts';
import { readModeration, UsageError, usage } from './read-moderation.ts';
import { runScript } from './run-script.ts';

/*
 * `npm run moderate`: the moderators' queue, also beside the running site (D23). Ends with 0 when it did what was asked, 1 when it could
 * not, 2 when it was not understood, 3 when there was nothing to do any more, 4 when there is no such thing.
 */
const exitCodes = { missing: 4, done: 3 } as const;

try {
  const asked = readModeration(process.argv.slice(2));
  if (asked.command === 'help') console.log(usage);
  else {
    const log = createLog(configFromEnvironment(), process.stderr);
    // What is printed is the answer alone.
    await runScript({ seedDemo: false, logLevel: 'silent' }, async ({ services }) => {
      const who = asked.who ?? (process.env.MODERATOR || userInfo().username);
      const moderation: Moderation = { services, who };
      try {
        const { lines, answer, act } = await moderate(moderation, asked);
        console.log(asked.json ? JSON.stringify(answer, null, 2) : lines.join('\n'));
        if (act) logAct(log, { who, ...act });
      } catch (error) {
        if (!(error instanceof ModerationRefusal)) throw error;
        console.error(error.message);
        process.exitCode = exitCodes[error.kind];
      }
    });
  }
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(`${error.message}\n\n${usage}`);
  process.exitCode = 2;
}
