import { connect } from 'node:net';
import { createContext, Script } from 'node:vm';

// Renders the pages of one remote in a process of its own, which run-renderer.ts starts and isolates. The builds run in contexts that have
// none of Node's globals. That refuses what asks for more, by name; it is no wall, because errors of the outer realm reach every context.
// The process is the security boundary: code that escapes the context finds only this remote's pages. The source of `fillSandbox` precedes this one.

/** Two worlds in which a page must be the same. */
const worlds = [
  { now: Date.UTC(2026, 0, 15, 12), seed: 1, zone: 'UTC' },
  { now: Date.UTC(2027, 6, 3, 21, 40), seed: 2, zone: 'Asia/Kathmandu' },
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

/** What is left to promises in each context. */
const leftovers = [];

/** A context with the shell, and a remote in it. */
function openWorld(world, host, remote) {
  const context = createContext(Object.create(null), {
    codeGeneration: { strings: false, wasm: false },
    // What a call leaves to promises is done when it returns, and counts in its time.
    microtaskMode: 'afterEvaluate',
  });
  const evaluate = (code) =>
    (typeof code === 'string' ? scriptOf(code) : code).runInContext(context, { timeout });
  /** Says what was thrown. Only in the context: it may be anything, and asking it may never end. */
  const textOf = (thrown) => {
    context.thrown = thrown;
    try {
      return evaluate('`${thrown}`');
    } catch {
      return 'throws what says nothing';
    } finally {
      delete context.thrown;
    }
  };
  const run = (code) => {
    try {
      return evaluate(code);
    } catch (thrown) {
      // Without what was thrown, which is the context's.
      // oxlint-disable-next-line preserve-caught-error
      throw new Error(textOf(thrown));
    }
  };
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
      const { asked } = globalThis;
      delete globalThis.asked;
      let host, remote, answer;
      const settle = (value) => { answer = JSON.stringify({ ...value, reads: [...asked].sort() }); };
      return {
        loadHost(code) { host = load(code, {}); },
        loadRemote(code) { remote = load(code, host.provided); },
        begin(page) {
          answer = undefined;
          asked.clear();
          host.renderPage(JSON.parse(page), remote).then(settle, (cause) => settle({ failures: [{ message: String(cause), components: String(cause?.stack ?? '') }] }));
        },
        take: () => answer,
      };
    })();`,
  );
  run(host);
  if (remote) run(remote);
  leftovers.push(() => run(''));
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
    process.env.TZ = world.zone;
    const render = openWorld(world, host, remote === null ? null : loading('loadRemote', remote));
    return order.map((page) => {
      try {
        return render(page);
      } catch (cause) {
        return JSON.stringify(failure(cause.message));
      }
    });
  };
  try {
    const first = inWorld(worlds[0], pages);
    const second = inWorld(worlds[1], pages.toReversed()).toReversed();
    return first.map((answer, at) => {
      if (answer === null) return failure('waits for what does not come');
      const page = JSON.parse(answer);
      if (page.failures?.length > 0 || answer === second[at]) return page;
      return failure(
        'differs on repeat: it depends on the clock or its zone, on chance, or on what was rendered before',
      );
    });
  } catch (cause) {
    return pages.map(() => failure(cause.message));
  }
}

const canConnect = (options) =>
  new Promise((resolve) =>
    connect(options)
      .on('connect', () => resolve(true))
      .on('error', () => resolve(false)),
  );

// Named by whoever isolates this process: both listen, and neither may be reached.
const [, port, socket] = process.argv;
if (port && (process.pid !== 1 || (await canConnect({ port })) || (await canConnect({ path: socket })))) {
  console.error('the namespaces of this system let it through');
  process.exit(1);
}
process.stdout.write('ready\n');
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const { host, remote, pages } = JSON.parse(Buffer.concat(chunks).toString());
let isRejected = false;
process.on('unhandledRejection', () => {
  isRejected = true;
});
const answers = renderRemote(loading('loadHost', host), { remote, pages });
// Dynamic imports and unhandled rejections follow later.
await new Promise(setImmediate);
for (const finish of leftovers) finish();
await new Promise(setImmediate);
process.stdout.write(
  JSON.stringify(isRejected ? pages.map(() => failure('rejects a promise that nothing handles')) : answers),
);
