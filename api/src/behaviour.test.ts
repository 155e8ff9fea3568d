import { judge, listDifferences } from '@frens/contract/testing/differences';
import { runRows } from '@frens/contract/testing/run-rows';
import { expect, it } from 'vitest';
import { arrangeTable, tableSite } from './testing/arrange-table.ts';
import { startElevenLabs } from './testing/eleven-labs-server.ts';
import { startTestApp } from './testing/test-app.ts';
import { startOwnDatabase, startTestDatabase } from './testing/test-database.ts';
import { startEmbeddedServer } from './testing/test-server.ts';

const { MONGODB_URI } = process.env;

/** embedded-mongo; with `MONGODB_URI` both it and that server are tested. */
const databases = MONGODB_URI
  ? ([
      ['embedded-mongo', () => startOwnDatabase(startEmbeddedServer)],
      ['the server that MONGODB_URI names', startTestDatabase],
    ] as const)
  : ([['embedded-mongo', startTestDatabase]] as const);

it.each(databases)('answers each call of the table as the table says, on %s', async (_name, start) => {
  const key = 'a key';
  const voice = await startElevenLabs(key);
  const app = await startTestApp({ elevenLabs: { url: voice.url, key } }, await start(), tableSite);
  const stage = await arrangeTable(app, voice);
  const found = await runRows(stage);
  await stage.close();
  await app.close();
  await voice.close();
  console.log(`The API differs from the table of calls in:\n${listDifferences('api') || '  nothing'}`);
  expect(judge('api', found)).toEqual({ unexpected: [], stale: [] });
});
