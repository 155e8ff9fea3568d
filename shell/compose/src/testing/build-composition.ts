import type { z } from 'zod';
import type { RemoteModule } from '../browser/remote-module.ts';
import { type Composition, RemoteDescriptor, type RemoteVersion } from '../model/composition.ts';

/** A remote's version for tests. */
export function buildVersion(
  overrides: Partial<Omit<RemoteVersion, 'descriptor'>> & {
    descriptor?: Partial<z.input<typeof RemoteDescriptor>>;
  } = {},
): RemoteVersion {
  return {
    version: '1.0.0',
    mf: 'mf_quiz_1_0_0',
    base: '/remotes/mf-quiz/1.0.0/',
    integrity: {},
    ...overrides,
    descriptor: RemoteDescriptor.parse({
      name: 'mf-quiz',
      platform: 1,
      area: { en: 'The Vibe Quiz', es: 'El test de vibra' },
      paths: [{ path: '/vibe-quiz', access: 'public' }],
      nav: [{ path: '/vibe-quiz', label: { en: 'Vibe Quiz', es: 'Test de vibra' }, order: 10 }],
      ...overrides.descriptor,
    }),
  };
}

/** A composition of the given versions for tests. */
export function buildComposition(...versions: RemoteVersion[]): Composition {
  return {
    host: { version: '1.0.0', base: '/shell/1.0.0/', integrity: {} },
    apps: Object.fromEntries(versions.map((version) => [version.descriptor.name, { versions: [version] }])),
  };
}

/** A remote's module for tests: one page that says its name. */
export function buildModule(overrides: Partial<RemoteModule> = {}): RemoteModule {
  return {
    name: 'mf-quiz',
    contract: 1,
    routes: [{ path: '/vibe-quiz', Component: () => 'The quiz' }],
    locales: { en: async () => ({ default: {} }), es: async () => ({ default: {} }) },
    ...overrides,
  };
}
