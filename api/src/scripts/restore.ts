import { BackupError, contentSummary } from '../backup/manifest.ts';
import { sourceName } from '../backup/places.ts';
import { restoreMoment } from '../backup/restore-moment.ts';
import { readArguments } from './read-arguments.ts';
import { erasuresUnknown, repeatErasures } from './repeat-erasures.ts';
import { runCommand } from './run-script.ts';

const usage = `npm run restore -- --from PLACE [--at TIME]

Puts a backup into the database that the server's configuration names. It must be empty and not be served.

  --from PLACE  a backup, or the folder or s3://BUCKET/PREFIX with all of them (BACKUP_DIR)
  --at TIME     the state of this moment, like 2026-11-26T10:15:07Z (default: the newest), by the log of changes beside the backups`;

await runCommand(async (config) => {
  const { from, at: text } = readArguments(usage, { from: 'place', at: 'text' });
  if (from === undefined) throw new BackupError(`--from is missing.\n\n${usage}`);
  const at = text === undefined ? null : new Date(text);
  if (at && Number.isNaN(at.getTime())) throw new BackupError(`--at ${text} is no time.\n\n${usage}`);
  const restored = await restoreMoment(config, from, at);
  const { source, createdAt, collections } = restored.manifest;
  console.log(`Restored the copy of ${source} from ${createdAt} into ${sourceName(config)}.`);
  console.log(`${contentSummary(collections)}; every collection was read again and is the same.`);
  if (restored.at.toISOString() !== createdAt)
    console.log(`The log of changes brought it to ${restored.at.toISOString()}.`);
  if (restored.gap !== null) console.warn(restored.gap);
  for (const fault of restored.faults) console.warn(`${fault} ${erasuresUnknown}`);
  const erased = await repeatErasures(config, restored.erased);
  if (erased > 0) console.log(`${erased} members were erased after that, and are erased again.`);
});
