import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { publishCommand } from '../commands/publish.command.ts';
import { readWords } from '../parse-arguments.ts';
import type { Project } from '../project.ts';
import { runAt } from './remote-client.ts';

/** Where nothing can be built: what comes as far as that fails in another way. */
const project: Project = { dir: '/nowhere', remoteNames: [], isWholeSite: false };

let server: Server;
let asked: string[];

beforeEach(async () => {
  asked = [];
  const token = {
    name: 'circles',
    remotes: ['mf-community'],
    mayPromote: false,
    mayRollback: false,
    mayFreeze: false,
    mayBegin: false,
  };
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.end(JSON.stringify({ text: '', json: null, token }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('COMPOSE_TOKEN', 'any');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await new Promise((resolve) => server.close(resolve));
});

function publish(...words: string[]) {
  // A listening server has an address with a port.
  const { port } = server.address() as AddressInfo;
  const given = readWords('compose', 'publish', publishCommand, words);
  return runAt(`http://127.0.0.1:${port}`, { name: 'publish', words, given, project, say: () => {} });
}

describe('publishing over a site', () => {
  it.each([
    [['mf-community', 'mf-panda'], 'The token circles does not publish mf-panda.'],
    [['mf-community', '--promote'], 'The token circles does not change what is live.'],
  ])('is refused before building if the token lacks the right: %s', async (words, what) => {
    await expect(publish(...words)).rejects.toMatchObject({ kind: 'forbidden', what });
    expect(asked).toEqual(['POST /compose/run']);
  });

  it('goes on to the build where it has the right', async () => {
    await expect(publish('mf-community')).rejects.not.toMatchObject({ kind: 'forbidden' });
  });
});
