import { assetTimeout } from './asset-timeout.ts';
import { sharedLibraries } from './shared-libraries.ts';

/** Where a container looks for shared libraries: by name and version. */
type ShareScope = Record<
  string,
  Record<string, { from: string; eager: boolean; loaded: boolean; get: () => () => object }>
>;

/** A federation container, as bundlers make them: a script that puts it on the page under its name. */
interface Container {
  init: (scope: ShareScope) => unknown;
  /** @returns what makes the module */
  get: (module: string) => Promise<() => unknown>;
}

/** Those that came, or are on their way. One is given its libraries once. */
const containers = new Map<string, Promise<Container>>();

/**
 * Loads a container and gives it the shared libraries. One that did not come is asked for again the next time.
 *
 * @param name its federation name
 * @param address of its script
 */
export function loadContainer(name: string, address: string): Promise<Container> {
  const known = containers.get(name);
  if (known) return known;
  const coming = fetchContainer(name, address);
  containers.set(name, coming);
  coming.catch(() => containers.delete(name));
  return coming;
}

async function fetchContainer(name: string, address: string): Promise<Container> {
  await addScript(address);
  // Federation names carry the version, so nothing else of the page has this one.
  const container = (window as unknown as Record<string, Container | undefined>)[name];
  if (!container) throw lost(address, 'is no container');
  await container.init(scopeFor(name));
  return container;
}

/** A scope for each, so that none can change what the others get, and it is known who took what. */
function scopeFor(container: string): ShareScope {
  const entries = sharedLibraries.map(({ name, version, library, usedIn }) => {
    const get = () => {
      usedIn.add(container);
      return () => library;
    };
    return [name, { [version]: { from: 'shell', eager: true, loaded: true, get } }];
  });
  return Object.fromEntries(entries);
}

function addScript(address: string): Promise<void> {
  const script = Object.assign(document.createElement('script'), { src: address, async: true });
  return new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(lost(address, 'did not come in time')), assetTimeout);
    script.addEventListener('load', () => {
      clearTimeout(timer);
      resolve();
    });
    script.addEventListener('error', () => {
      clearTimeout(timer);
      reject(lost(address, 'did not come'));
    });
    // By the method that is guarded (`guardFiles`).
    document.head.appendChild(script);
  }).finally(() => script.remove());
}

/** In the bundler's words for a script that was lost (`isLostFile`). */
const lost = (address: string, why: string) => new Error(`Loading chunk ${address} failed: it ${why}.`);
