import { createContext, Script } from 'node:vm';

// Renders pages in a process of its own (render-pages.ts starts it): without an environment, with no right to read or write a file or to
// start another process. What renders runs in contexts that have none of Node's globals. One context holds the shell and one remote, so no
// remote reaches another's globals. The text of `fillSandbox` stands before this one.

/** Two worlds in which a page must be the same. */
const worlds = [
  { now: Date.UTC(2026, 0, 15, 12), seed: 1 },
  { now: Date.UTC(2027, 6, 3, 21, 40), seed: 2 },
];
/** How long loading the code, or one page, may take, in milliseconds. */
const timeout = 10_000;

const addressParts = ['href', 'origin', 'protocol', 'host', 'hostname', 'port', 'pathname', 'search', 'hash'];

function parseAddress(address, base) {
  try {
    const url = new URL(address, base);
    return JSON.stringify(Object.fromEntries(addressParts.map((part) => [part, url[part]])));
  } catch {
    return null;
  }
}

const scriptOf = (code, filename) => new Script(code, { filename });
const loading = (method, code) =>
  scriptOf(`rendering.${method}(function (module, exports, require) {${code}\n})`, method);

/** A context with the shell, and a remote in it. */
function openWorld(world, host, remote) {
  const context = createContext(Object.create(null), {
    codeGeneration: { strings: false, wasm: false },
    // What a call leaves to promises is done when it returns, and counts in its time.
    microtaskMode: 'afterEvaluate',
  });
  const run = (code) => (typeof code === 'string' ? scriptOf(code) : code).runInContext(context, { timeout });
  run(`'use strict'; (${fillSandbox})`)(parseAddress, JSON.parse(JSON.stringify(world)));
  run(
    `'use strict';
    var rendering = (() => {
      const load = (code, provided) => {
        const module = { exports: {} };
        code(module, module.exports, (name) => {
          if (!Object.hasOwn(provided, name)) throw new Error('The build of the remote needs ' + name);
          return provided[name];
        });
        return module.exports;
      };
      let host, remote, answer;
      const settle = (value) => { answer = JSON.stringify(value); };
      return {
        loadHost(code) { host = load(code, {}); },
        loadRemote(code) { remote = load(code, host.provided); },
        begin(page) {
          answer = undefined;
          host.renderPage(JSON.parse(page), remote).then(settle, (cause) => settle({ failures: [{ message: String(cause), components: String(cause?.stack ?? '') }] }));
        },
        take: () => answer,
      };
    })();`,
  );
  run(host);
  if (remote) run(remote);
  return (page) => {
    // Texts go in and come out, no objects.
    run(`rendering.begin(${JSON.stringify(JSON.stringify(page))})`);
    const answer = run('rendering.take()');
    return typeof answer === 'string' ? answer : null;
  };
}

const failure = (message) => ({ html: '', failures: [{ message, components: '' }] });

/** Renders the pages of a remote in both worlds, in the second one in reverse: none may depend on what was rendered before it. */
function renderRemote(host, { remote, pages }) {
  const inWorld = (world, order) => {
    const render = openWorld(world, host, remote === null ? null : loading('loadRemote', remote));
    return order.map((page) => {
      try {
        return render(page);
      } catch (cause) {
        return JSON.stringify(failure(String(cause)));
      }
    });
  };
  try {
    const first = inWorld(worlds[0], pages);
    const second = inWorld(worlds[1], pages.toReversed()).toReversed();
    return first.map((answer, at) => {
      if (answer === null) return failure('waits for what does not come');
      const page = JSON.parse(answer);
      if (page.failures.length > 0 || answer === second[at]) return page;
      return failure('differs on repeat: it depends on the clock, on chance, or on what was rendered before');
    });
  } catch (cause) {
    return pages.map(() => failure(String(cause)));
  }
}

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const { host, remotes } = JSON.parse(Buffer.concat(chunks).toString());
const shell = loading('loadHost', host);
process.stdout.write(JSON.stringify(remotes.map((one) => renderRemote(shell, one))));
