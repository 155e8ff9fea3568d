import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildModule, buildVersion } from '../testing/build-composition.ts';
import { loadRemote, type ModuleLoader } from './load-remote.ts';

const platform = { contract: 1, language: 'en', names: async () => ({ useSession: 1, defineRemote: 1 }) };
const exporting =
  (remote: unknown): ModuleLoader =>
  async () => ({ remote });

afterEach(() => {
  vi.useRealTimers();
});

describe('loadRemote', () => {
  it('returns a module that fits the platform contract', async () => {
    const remote = buildModule();
    await expect(loadRemote(buildVersion(), exporting(remote), platform)).resolves.toBe(remote);
  });

  it('refuses a remote for another platform without fetching its code', async () => {
    const load = vi.fn();
    const version = buildVersion({ descriptor: { platform: 2 } });
    await expect(loadRemote(version, load, platform)).rejects.toMatchObject({
      stage: 'contract',
      code: 'REMOTE-103',
    });
    expect(load).not.toHaveBeenCalled();
  });

  it("names missing exports of the platform, even if the remote's code fails because of them", async () => {
    const load = () => Promise.reject(new TypeError('useForm2 is not a function'));
    const facts = { routes: ['/vibe-quiz'], hasSignedInHook: false, links: [], calls: [] };
    const newer = { version: '1.4.0', names: ['useSession', 'useForm2', 'sparkle'] };
    await expect(
      loadRemote(buildVersion({ built: { ...facts, platform: newer } }), load, platform),
    ).rejects.toMatchObject({
      stage: 'contract',
      code: 'REMOTE-103',
      message: expect.stringContaining('needs useForm2, sparkle of platform 1.4.0'),
    });
    const older = { version: '1.0.0', names: ['useSession', 'defineRemote'] };
    const fitting = buildVersion({ built: { ...facts, platform: older } });
    await expect(loadRemote(fitting, exporting(buildModule()), platform)).resolves.toBeTruthy();
  });

  it.each([
    ['no export', null],
    ['another contract', buildModule({ contract: 2 })],
    ['another name', buildModule({ name: 'mf-other' })],
    ['no routes', buildModule({ routes: [] })],
    ['a route without component', buildModule({ routes: [{ path: '/x' } as never] })],
    ['no texts', { ...buildModule(), locales: undefined }],
    ['no texts in the first language', { ...buildModule(), locales: { es: buildModule().locales.es } }],
  ])('refuses a module with %s', async (_case, remote) => {
    await expect(loadRemote(buildVersion(), exporting(remote), platform)).rejects.toMatchObject({
      stage: 'contract',
      remote: 'mf-quiz',
      version: '1.0.0',
    });
  });

  it.each([
    ['entry', '[ Federation Runtime ]: Failed to load script resources. #RUNTIME-008'],
    ['entry', 'ChunkLoadError: Loading chunk 12 failed.'],
    ['mount', 'TypeError: undefined is not a function'],
  ])('names the stage %s', async (stage, message) => {
    const load = () => Promise.reject(new Error(message));
    await expect(loadRemote(buildVersion(), load, platform)).rejects.toMatchObject({
      stage,
      cause: new Error(message),
    });
  });

  it('times out after five seconds of silence', async () => {
    vi.useFakeTimers();
    const outcome = loadRemote(buildVersion(), () => new Promise(() => {}), platform).catch(
      (error: unknown) => error,
    );
    await vi.advanceTimersByTimeAsync(5_000);
    await expect(outcome).resolves.toMatchObject({ stage: 'entry', code: 'REMOTE-102' });
  });
});
