import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { Refusal } from '../refusal.ts';

/** Declarations in a built remote's code, to check against its `remote.json`. */
export interface BuiltRemote {
  /** The initial chunks of each page, by its path. */
  routes: Record<string, ChunkId[]>;
  texts: Record<string, ChunkId[]>;
  hasSignedInHook: boolean;
}

type ChunkId = string;

/** As much of what a remote exposes as is read here. */
interface ExposedRemote {
  routes: { path: string; Component: { preload?: () => unknown } }[];
  locales: Record<string, () => unknown>;
  onSignedIn?: unknown;
}

type Modules = Record<string, (module: object, exports: object, require: object) => void>;

/**
 * Evaluates the exposed module of a build in a sandbox with stubbed imports, and reads its declarations and the chunks that each page
 * requests. Nothing is fetched. It is the same code that members receive.
 *
 * @param dist folder of the build
 * @param files its exposed chunk's scripts, from the federation manifest
 * @param languages the languages of the site
 */
export async function readBuiltRemote(
  dist: string,
  files: string[],
  languages: readonly string[],
): Promise<BuiltRemote> {
  const outside = stubOf(languages);
  const chunks: [unknown, Modules][] = [];
  const chunkArray = { push: (chunk: [unknown, Modules]) => chunks.push(chunk) };
  // The chunk registers in its app's chunk array, a global with a name of its own.
  const page = new Proxy(
    {},
    { get: (_page, key) => (String(key).startsWith('rspackChunk') ? chunkArray : undefined) },
  );
  const context = createContext({ page });
  for (const file of files) {
    const code = await readFile(path.join(dist, file), 'utf8');
    runInContext(`(function (globalThis, self) {${code}\n})(page, page)`, context, { timeout: 5_000 });
  }
  const modules: Modules = Object.assign({}, ...chunks.map(([, part]) => part));
  for (const id of Object.keys(modules)) {
    const { exported, chunksOf } = runOrRefuse(dist, modules, id, outside);
    const remote = exported.remote as ExposedRemote | undefined;
    if (!remote) continue;
    return {
      routes: Object.fromEntries(
        remote.routes.map(({ path: route, Component }) => [route, chunksOf(() => Component.preload?.())]),
      ),
      texts: Object.fromEntries(
        Object.entries(remote.locales).map(([language, load]) => [language, chunksOf(load)]),
      ),
      hasSignedInHook: !!remote.onSignedIn,
    };
  }
  throw new Refusal('misfit', `${remoteFolder(dist)}/src/remote.tsx exports no \`remote\`.`);
}

/** Creates the stub for all imports: calls and properties return the stub again. The platform's functions that declare a remote keep their arguments. */
function stubOf(languages: readonly string[]): object {
  const known: Record<PropertyKey, unknown> = {
    defineRemote: (remote: object) => remote,
    lazyScreen: (load: () => unknown) => Object.assign(() => {}, { preload: load }),
    localesIn: (load: (language: string) => Promise<unknown>) =>
      // A language without a file rejects and requests no chunk.
      Object.fromEntries(languages.map((language) => [language, () => load(language).catch(() => {})])),
    [Symbol.toPrimitive]: () => '',
  };
  const outside: object = new Proxy(() => {}, {
    get: (_target, key) => known[key] ?? outside,
    apply: () => outside,
    construct: () => outside,
  });
  return outside;
}

/** @throws Refusal if the module has side effects on import that need a browser */
function runOrRefuse(dist: string, modules: Modules, id: string, outside: object) {
  try {
    return runModule(modules, id, outside);
  } catch (cause) {
    throw new Refusal(
      'misfit',
      `${remoteFolder(dist)}/src/remote.tsx, or what it imports, throws while it is read without a browser; what it does at once belongs into a screen or onSignedIn:`,
      [String(cause)],
    );
  }
}

/** The workspace of a build. */
const remoteFolder = (dist: string) => path.basename(path.dirname(dist));

/** A minimal version of the bundler's `require`, sufficient for an exposed module. */
function runModule(modules: Modules, wanted: string, outside: object) {
  const asked = new Set<ChunkId>();
  const loaded = new Map<string, { exports: Record<string, unknown> }>();
  const load = (id: string): unknown => {
    const known = loaded.get(id);
    if (known) return known.exports;
    const run = modules[id];
    if (!run) return outside;
    const module = { exports: {} };
    loaded.set(id, module);
    run(module, module.exports, require);
    return module.exports;
  };
  const require = Object.assign((id: string | number) => load(String(id)), {
    r: () => {},
    a(): never {
      throw new Error('an `await` stands at the top level of a module, and pages would wait for it');
    },
    n: (module: unknown) => () => module,
    e(chunk: string | number) {
      asked.add(String(chunk));
      return Promise.resolve();
    },
    o: (target: object, key: string) => Object.hasOwn(target, key),
    t: outside,
    d(target: object, getters: Record<string, () => unknown>, values: Record<string, unknown> = {}) {
      for (const [key, get] of Object.entries(getters))
        Object.defineProperty(target, key, { get, enumerable: true });
      Object.assign(target, values);
    },
  });
  load(wanted);
  return {
    exported: loaded.get(wanted)?.exports ?? {},
    /** The chunks that a function requests synchronously. */
    chunksOf(run: () => unknown): ChunkId[] {
      asked.clear();
      void run();
      return [...asked];
    },
  };
}
