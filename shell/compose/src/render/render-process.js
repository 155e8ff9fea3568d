import { connect } from 'node:net';
import { createContext, Script } from 'node:vm';

// Renders the pages of one remote in a process that run-renderer.ts starts and isolates. The builds run in contexts without Node's globals, so
// that code which needs them fails by name. The process, not the context, is the security boundary: errors of the outer realm reach every
// context, and code that escapes finds only this remote's pages. The source of `fillSandbox` is prepended.

/** Two environments in which a page must be rendered identically. */
const worlds = [
  { now: Date.UTC(2026, 0, 15, 12), seed: 1, zone: 'UTC' },
  { now: Date.UTC(2027, 6, 3, 21, 40), seed: 2, zone: 'Asia/Kathmandu' },
];
/** Time limit for loading the code, and for each page, in milliseconds. */
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

/** Runs the pending promise jobs of each context. */
const leftovers = [];

/** Creates a context with the shell and a remote. */
function openWorld(world, host, remote) {
  const context = createContext(Object.create(null), {
    codeGeneration: { strings: false, wasm: false },
    // Promise jobs run before a call returns, within its time limit.
    microtaskMode: 'afterEvaluate',
  });
  const evaluate = (code) =>
    (typeof code === 'string' ? scriptOf(code) : code).runInContext(context, { timeout });
  /** Converts what was thrown to text, inside the context: its `toString` may be hostile or never end. */
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
      // Without the thrown value, which belongs to the context.
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
    // Only strings cross the boundary.
    run(`rendering.begin(${JSON.stringify(JSON.stringify(page))})`);
    const answer = run('rendering.take()');
    return typeof answer === 'string' ? answer : null;
  };
}

const failure = (message) => ({ html: '', failures: [{ message, components: '' }] });

/** Renders a remote's pages in both environments, in opposite orders, because no page may depend on those rendered before it. */
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
        'differs on repeat: it depends on the clock, the time zone, random numbers or pages rendered before',
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

// The decoys of run-renderer.ts: both listen, and neither may be reachable.
const [, port, socket] = process.argv;
if (port && (process.pid !== 1 || (await canConnect({ port })) || (await canConnect({ path: socket })))) {
  console.error('the namespaces of this system do not isolate it');
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
// Dynamic imports and unhandled rejections settle later.
await new Promise(setImmediate);
for (const finish of leftovers) finish();
await new Promise(setImmediate);
process.stdout.write(
  JSON.stringify(isRejected ? pages.map(() => failure('rejects a promise that nothing handles')) : answers),
);
