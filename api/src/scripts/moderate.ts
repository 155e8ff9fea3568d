import { userInfo } from 'node:os';
import { configFromEnvironment } from '../config.ts';
import { createLog } from '../log.ts';
import { moderateByWords } from './moderate-by-words.ts';
import { runScript } from './run-script.ts';

/*
 * `npm run moderate`: the moderators' queue, also beside the running site (D23). Ends with 0 when it did what was asked, 1 when it could
 * not, 2 when it was not understood, 3 when there was nothing to do any more, 4 when there is no such thing.
 */
const code = await moderateByWords(process.argv.slice(2), {
  moderator: process.env.MODERATOR || userInfo().username,
  print: console.log,
  complain: console.error,
  // What is printed is the answer alone.
  open: (work) => runScript({ seedDemo: false, logLevel: 'silent' }, ({ services }) => work(services)),
  log: createLog(configFromEnvironment(), process.stderr),
});
if (code !== 0) process.exitCode = code;
