import type { Composition, RemoteDescriptor, RemoteVersion } from '@frens/contract/composition';
import type { RemoteModule } from '@frens/platform';

/** A remote's version for tests. */
export function buildVersion(
  overrides: Partial<Omit<RemoteVersion, 'descriptor'>> & { descriptor?: Partial<RemoteDescriptor> } = {},
): RemoteVersion {
  return {
    version: '1.0.0',
    mf: 'mf_quiz_1_0_0',
    base: '/remotes/mf-quiz/1.0.0/',
    integrity: {},
    ...overrides,
    descriptor: {
      name: 'mf-quiz',
      platform: 1,
      paths: [{ path: '/vibe-quiz', access: 'public' }],
      nav: [{ path: '/vibe-quiz', label: 'nav.vibeQuiz', order: 10, access: 'public' }],
      ...overrides.descriptor,
    },
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
