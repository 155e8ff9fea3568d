// Runs in development pages before the site: an overlay for compile errors and exceptions, and a panel for other problems. Esc hides
// it; the next successful compilation removes it.
const style = `
  :host { color-scheme: dark; font: 14px/1.5 ui-monospace, monospace }
  section { position: fixed; z-index: 2147483647; box-sizing: border-box; overflow: auto; background: #1a1512; color: #f5ece4; border: 2px solid #e0695a }
  .over { inset: 0; padding: clamp(16px, 4vw, 48px) }
  .beside { inset: auto 12px 12px auto; max-inline-size: min(40rem, calc(100vw - 24px)); max-block-size: 40vh; padding: 12px 16px; border-radius: 12px; border-color: #d9a441 }
  header { display: flex; gap: 16px; justify-content: space-between; align-items: start }
  h1, h2 { margin: 0 0 4px; font: inherit; font-weight: 700; color: #ff9c8e; overflow-wrap: anywhere }
  .beside h2 { color: #f0c674 }
  pre { margin: 0 0 16px; white-space: pre-wrap; overflow-wrap: anywhere; font: inherit }
  button { min-block-size: 36px; padding: 0 14px; border: 1px solid; border-radius: 8px; background: none; color: inherit; font: inherit; cursor: pointer }
  button:focus-visible { outline: 2px solid #f5ece4; outline-offset: 2px }`;
const titles = { compile: 'Does not compile', type: 'Type error', descriptor: 'remote.json' };

let state = { compiled: 0, problems: [] };
let thrown = [];
let hidden = '';
const host = document.createElement('frens-dev-problems');
const root = host.attachShadow({ mode: 'open' });

function draw() {
  const over = [...state.problems.filter(({ kind }) => kind === 'compile'), ...thrown];
  const beside = state.problems.filter(({ kind }) => kind !== 'compile');
  const key = JSON.stringify([over, beside]);
  root.replaceChildren();
  // The page inside the frame shows it instead.
  if (document.querySelector('iframe')) return;
  if (key === hidden || over.length + beside.length === 0) return host.remove();
  root.append(element('style', style));
  if (beside.length > 0) root.append(panel('beside', beside));
  if (over.length > 0) root.append(panel('over', over));
  if (!host.isConnected) document.documentElement.append(host);
}

function panel(className, list) {
  const section = element('section', '');
  section.className = className;
  section.setAttribute('role', className === 'over' ? 'alertdialog' : 'status');
  section.setAttribute('aria-label', titles[list[0].kind] ?? 'Thrown');
  const close = element('button', 'Close (Esc)');
  close.addEventListener('click', hide);
  for (const [index, { kind, where, text }] of list.entries()) {
    const header = element('header', '');
    header.append(element('h2', `${titles[kind] ?? 'Thrown'} · ${where}`));
    if (index === 0) header.append(close);
    section.append(header, element('pre', text));
  }
  return section;
}

function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

function hide() {
  const beside = state.problems.filter(({ kind }) => kind !== 'compile');
  hidden = JSON.stringify([[...state.problems.filter(({ kind }) => kind === 'compile'), ...thrown], beside]);
  draw();
}

async function tell(error) {
  if (!(error instanceof Error)) return;
  const told = {
    message: `${error.name}: ${error.message}`,
    stack: error.stack ?? '',
    page: location.pathname,
  };
  const answer = await fetch('/__dev/thrown', { method: 'POST', body: JSON.stringify(told) });
  const { where, stack } = await answer.json();
  if (thrown.some((one) => one.text === stack)) return;
  thrown.push({ kind: 'thrown', where, text: stack });
  draw();
}

addEventListener('error', (event) => void tell(event.error));
addEventListener('unhandledrejection', (event) => void tell(event.reason));
addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && host.isConnected) hide();
});
const { port } = new SharedWorker('/__dev/events.worker.js');
port.addEventListener('message', ({ data }) => {
  const next = JSON.parse(data);
  if (next.compiled !== state.compiled) thrown = [];
  state = next;
  draw();
});
port.start();
