// Loaded into a page before its own scripts: what a script of the site might try that is up to no good. It runs by a timer, because what a
// browser's tools run themselves is not held to the policy.

/** What has run that must not: every attack writes its name here. */
window.ran = [];

/**
 * Tries to bring other code into the page in every way.
 *
 * @param {{ listed: string, listedHash: string, evil: string, evilHash: string, evilStyle: string, foreign: string }} of addresses and hashes
 * @returns {Promise<string[]>} names of the attempts by which something ran or was applied; `done` is last
 */
window.attack = (of) =>
  new Promise((resolve) => {
    setTimeout(() => void attempt(of).then(resolve), 0);
  });

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Waits until an element has what it asked for, or was refused it; a machine that does other work takes its time. */
async function settle(element) {
  const heard = ['load', 'error'].map(
    (name) => new Promise((resolve) => element.addEventListener(name, resolve)),
  );
  await Promise.race([...heard, wait(3_000)]);
  // What it says itself comes after its handlers.
  await wait(20);
}

// oxlint-disable eslint/no-eval, typescript/no-implied-eval -- That is what is tried.
async function attempt(of) {
  const code = (name) => `window.ran.push(${JSON.stringify(name)})`;
  const blob = (name) => URL.createObjectURL(new Blob([code(name)], { type: 'text/javascript' }));
  const script = (attributes, parent = document.body) => {
    const element = parent.appendChild(Object.assign(document.createElement('script'), attributes));
    return 'src' in attributes ? settle(element) : wait(50);
  };
  const cors = { crossOrigin: 'anonymous' };
  const attempts = {
    // The container runs as soon as it is there; it names itself on the window.
    'a listed script without its hash': () => script({ src: of.listed }),
    'another script under its own hash': () => script({ src: of.evil, integrity: of.evilHash, ...cors }),
    'another script under two hashes': () =>
      script({ src: of.evil, integrity: `${of.evilHash} ${of.listedHash}`, ...cors }),
    'another script in the head': () => script({ src: of.evil }, document.head),
    'another script as a module': () => script({ src: of.evil, type: 'module' }),
    'another script from elsewhere': () => script({ src: of.foreign, integrity: of.evilHash, ...cors }),
    // Under another address: a module runs once.
    'an import': () => import(`${of.evil}?imported`),
    'text in a script': () => script({ text: code('text') }),
    'a blob': () => script({ src: blob('blob') }),
    // Nothing of ours has a worker; its own `window` would be missing, so it answers.
    'a worker': () =>
      new Promise((resolve) => {
        const worker = new Worker(URL.createObjectURL(new Blob(['postMessage(1)'])));
        worker.addEventListener('message', () => resolve(window.ran.push('worker')));
        worker.addEventListener('error', resolve);
      }),
    eval: () => window.eval(code('eval')),
    'a function of text': () => new Function(code('function'))(),
    'a timer of text': () => {
      setTimeout(code('timer'), 0);
      return wait(50);
    },
    markup: () => {
      document.body.insertAdjacentHTML('beforeend', `<img src="x" onerror='${code('markup')}'>`);
      return settle(document.body.lastElementChild);
    },
    style: async () => {
      const link = document.createElement('link');
      document.head.appendChild(Object.assign(link, { rel: 'stylesheet', href: of.evilStyle }));
      await settle(link);
      if (getComputedStyle(document.body).outlineStyle !== 'none') window.ran.push('style');
    },
  };
  const succeeded = [];
  for (const [name, run] of Object.entries(attempts)) {
    const before = window.ran.length;
    try {
      await run();
    } catch {
      // Refused by an error.
    }
    if (window.ran.length > before) succeeded.push(name);
  }
  return [...succeeded, 'done'];
}
