import { BackupError, inWords } from '../backup/manifest.ts';
import { inWordsOf } from '../backup/places.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { readArguments } from './read-arguments.ts';
import { runCommand } from './run-script.ts';

const usage = `npm run restore -- --from FOLDER

Puts a backup into the database that the server's configuration names. It must be empty and not be served.`;

await runCommand(async (config) => {
  const { from } = readArguments(usage, { from: 'folder' });
  if (from === undefined) throw new BackupError(`--from is missing.\n\n${usage}`);
  const { source, createdAt, collections } = await restoreBackup(config, from);
  console.log(`Restored the copy of ${source} from ${createdAt} into ${inWordsOf(config)}.`);
  console.log(`${inWords(collections)}; every collection was read again and is the same.`);
});
