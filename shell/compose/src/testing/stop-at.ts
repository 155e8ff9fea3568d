import { startCanary } from '../canary.ts';
import { promote } from '../promote.ts';
import { prune } from '../prune.ts';
import { readVersion } from '../read-version.ts';
import { Refusal } from '../refusal.ts';
import { openStore } from '../store/open-store.ts';
import { exampleSite } from './example-site.ts';

// A child process that prunes, promotes or starts a canary. It pauses at the given moments, sends their names, and continues on a message:
// `stop-at.ts prune aside STORE`, `stop-at.ts promote asked+done STORE mf-quiz@1 live`.
const [command = '', moments = '', address = '', name = '', environment = 'live'] = process.argv.slice(2);
const store = await openStore(address, exampleSite);
const author = { who: command, why: null };
const day = 24 * 60 * 60 * 1_000;

async function stopAt(moment: string): Promise<void> {
  if (!moments.split('+').includes(moment)) return;
  const told = new Promise((resolve) => process.once('message', resolve));
  process.send?.(moment);
  await told;
}

const { append } = store;
const { setAside } = store.files;
let isFirst = true;
store.append = async (...step) => {
  // Only once: retries do not pause.
  if (isFirst) await stopAt('asked');
  isFirst = false;
  await append.apply(store, step);
  await stopAt('done');
};
store.files.setAside = async (...folders) => {
  await stopAt('looked');
  const aside = await setAside.apply(store.files, folders);
  await stopAt('aside');
  return aside;
};

const commands: Record<string, () => Promise<unknown>> = {
  prune: () => prune({ store, author, keep: 1, isDry: false, now: Date.now() + 2 * day }),
  promote: async () =>
    promote({ store, environment, author }, { versions: [await readVersion(store, name)] }, {}),
  canary: async () => startCanary({ store, environment, author }, [await readVersion(store, name)], 10, {}),
};
try {
  await commands[command]?.();
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  process.exitCode = 6;
}
process.disconnect?.();
