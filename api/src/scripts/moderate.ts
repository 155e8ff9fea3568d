import { userInfo } from 'node:os';
import { configFromEnvironment } from '../config.ts';
import { createLog } from '../log.ts';
import { moderateByWords } from './moderate-by-words.ts';
import { runScript } from './run-script.ts';

/*
 * `npm run moderate`: the moderation queue; the site may be running (D23). Exit codes: 0 success, 1 failure, 2 usage error, 3 nothing
 * left to do, 4 no such subject.
 */
const code = await moderateByWords(process.argv.slice(2), {
  moderator: process.env.MODERATOR || userInfo().username,
  print: console.log,
  complain: console.error,
  // Standard output contains only the result.
  open: (work) => runScript({ seedDemo: false, logLevel: 'silent' }, ({ services }) => work(services)),
  log: createLog(configFromEnvironment(), process.stderr),
});
if (code !== 0) process.exitCode = code;
