import { openStore } from '@frens/compose/store';
import { site } from '@frens/contract/site';
import { ConfigError } from '../config.ts';
import { writeExport } from '../mount-site.ts';
import { readArguments } from './read-arguments.ts';
import { runCommand } from './run-script.ts';

const usage = `npm run export-site -- --to FOLDER

Writes what is live as plain files for a CDN or another server of files: published files, a page for each pattern of addresses, and the
headers of both (_headers, _redirects, nginx.conf).

  --to FOLDER   an empty folder, or an export, which then becomes this one`;

await runCommand(async (config) => {
  const { to } = readArguments(usage, { to: 'folder' });
  if (to === undefined) throw new ConfigError(`--to is missing.\n\n${usage}`);
  const { composition, pages, files, bytes } = await writeExport(
    config,
    await openStore(config.siteStore, site),
    to,
  );
  console.log(
    `Exported the composition ${composition} to ${to}: ${pages} pages, ${files} files, ${(bytes / 1e6).toFixed(1)} MB.`,
  );
});
