// Injected before the page's own scripts: attempts of a compromised script to run foreign code. A timer runs it, because code that browser
// tools execute directly is exempt from the Content Security Policy.

/** Names of attacks that ran; must stay empty. */
window.ran = [];

/**
 * Tries every way to load foreign code into the page.
 *
 * @param {{ listed: string, listedHash: string, evil: string, evilHash: string, evilStyle: string, foreign: string }} of URLs and hashes
 * @returns {Promise<string[]>} names of the attempts that ran or applied something; `done` is last
 */
window.attack = (of) =>
  new Promise((resolve) => {
    setTimeout(() => void attempt(of).then(resolve), 0);
  });

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Waits until an element has loaded or failed; generous, since the machine may be busy. */
async function settle(element) {
  const heard = ['load', 'error'].map(
    (name) => new Promise((resolve) => element.addEventListener(name, resolve)),
  );
  await Promise.race([...heard, wait(3_000)]);
  // The element's own handlers run first.
  await wait(20);
}

// oxlint-disable eslint/no-eval, typescript/no-implied-eval -- the attack itself.
async function attempt(of) {
  const code = (name) => `window.ran.push(${JSON.stringify(name)})`;
  const blob = (name) => URL.createObjectURL(new Blob([code(name)], { type: 'text/javascript' }));
  const script = (attributes, parent = document.body) => {
    const element = parent.appendChild(Object.assign(document.createElement('script'), attributes));
    return 'src' in attributes ? settle(element) : wait(50);
  };
  const cors = { crossOrigin: 'anonymous' };
  const attempts = {
    // The container runs on load and registers itself on the window.
    'a listed script without its hash': () => script({ src: of.listed }),
    'another script under its own hash': () => script({ src: of.evil, integrity: of.evilHash, ...cors }),
    'another script under two hashes': () =>
      script({ src: of.evil, integrity: `${of.evilHash} ${of.listedHash}`, ...cors }),
    'another script in the head': () => script({ src: of.evil }, document.head),
    'another script as a module': () => script({ src: of.evil, type: 'module' }),
    'another script from elsewhere': () => script({ src: of.foreign, integrity: of.evilHash, ...cors }),
    // A different URL, because a module runs only once per URL.
    'an import': () => import(`${of.evil}?imported`),
    'text in a script': () => script({ text: code('text') }),
    'a blob': () => script({ src: blob('blob') }),
    // The site uses no workers. A worker has no `window` of the page, so it reports by message.
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
      // Blocked with an exception.
    }
    if (window.ran.length > before) succeeded.push(name);
  }
  return [...succeeded, 'done'];
}
