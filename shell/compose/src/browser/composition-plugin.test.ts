import { createInstance } from '@module-federation/enhanced/runtime';
import { afterEach, expect, it, vi } from 'vitest';
import { RemoteDescriptor, type RemoteVersion } from '../model/composition.ts';
import { compositionPlugin } from './composition-plugin.ts';
import { isLostFile } from './remote-error.ts';

// Nothing is fetched here: the test decides what happens to a script.
let requested: HTMLScriptElement[] = [];
const append = document.head.appendChild;
function interceptScripts(): void {
  requested = [];
  document.head.appendChild = (node) => {
    if (node instanceof HTMLScriptElement) requested.push(node);
    return node;
  };
}

afterEach(() => {
  document.head.appendChild = append;
});

/** A version of the quiz; federation names differ, because the runtime remembers what it loaded. */
const version = (mf: string): RemoteVersion => ({
  version: '1',
  mf,
  base: '/remotes/mf-quiz/1/',
  descriptor: RemoteDescriptor.parse({
    name: 'mf-quiz',
    platform: 1,
    area: { en: 'Quiz', es: 'Test' },
    paths: [{ path: '/vibe-quiz', access: 'public' }],
  }),
  files: { entry: 'remoteEntry.1.js', exposed: [], routes: {}, texts: { en: [], es: [] } },
  integrity: {},
});

const runtimeWith = (...versions: RemoteVersion[]) =>
  createInstance({
    name: `shell of ${versions[0]?.mf}`,
    remotes: [],
    plugins: [compositionPlugin(versions)],
  });

it('loads the versions of the composition from their addresses', async () => {
  interceptScripts();
  const remote = { name: 'mf-quiz' };
  const runtime = runtimeWith(version('mf_quiz_1'), version('mf_quiz_0'));
  const module = runtime.loadRemote('mf_quiz_0/remote');
  await vi.waitFor(() => expect(requested).toHaveLength(1));
  expect(requested[0]?.src).toBe(`${location.origin}/remotes/mf-quiz/1/remoteEntry.1.js`);
  Object.assign(window, { mf_quiz_0: { init: () => {}, get: () => Promise.resolve(() => ({ remote })) } });
  requested[0]?.dispatchEvent(new Event('load'));
  expect(await module).toEqual({ remote });
});

it('loads nothing that the composition does not list', async () => {
  interceptScripts();
  await expect(runtimeWith(version('mf_quiz_2')).loadRemote('mf_evil_1/remote')).rejects.toThrow(
    'RUNTIME-004',
  );
  expect(requested).toEqual([]);
});

it.each([
  ['does not come', (script?: HTMLScriptElement) => script?.dispatchEvent(new Event('error'))],
  ['is no container', (script?: HTMLScriptElement) => script?.dispatchEvent(new Event('load'))],
])('treats a container that %s as lost, and requests it again', async (why, happen) => {
  interceptScripts();
  const mf = `mf_quiz_${why.replaceAll(' ', '_')}`;
  const runtime = runtimeWith(version(mf));
  const outcome = runtime.loadRemote(`${mf}/remote`).catch((error: unknown) => error);
  await vi.waitFor(() => expect(requested).toHaveLength(1));
  happen(requested[0]);
  expect(isLostFile(await outcome)).toBe(true);
  void runtime.loadRemote(`${mf}/remote`).catch(() => {});
  await vi.waitFor(() => expect(requested).toHaveLength(2));
  requested[1]?.dispatchEvent(new Event('error'));
});
