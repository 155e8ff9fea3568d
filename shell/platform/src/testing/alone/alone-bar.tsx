import { useEffect, useRef, useState } from 'react';
import type { RemoteModule } from '../../remote-module.ts';
import styles from './alone-bar.module.css';
import { addressOf, type Choice, type Choices, choiceNames, offered, readChoices } from './choices.ts';

/** The event by which the page in the frame says where it is, and the bar what was chosen. */
export const moved = 'frens:moved';
export const chosen = 'frens:chosen';

const labels: Record<Choice, string> = {
  scenario: 'Scenario',
  as: 'Signed in as',
  language: 'Language',
  theme: 'Theme',
  width: 'Width',
};

/** These are what the page starts with; the others it follows. */
const startsAnew: readonly Choice[] = ['scenario', 'as'];

/** What a site answers is its own matter, and so is who is signed in there. */
const shown = process.env.AGAINST ? choiceNames.filter((name) => !startsAnew.includes(name)) : choiceNames;

/**
 * A remote alone in a frame of any width, below a bar to choose what it is given. All of it stands in the address, so that a state can be
 * shown to somebody else.
 */
export function AloneBar({ remote }: { remote: RemoteModule }) {
  const [choices, setChoices] = useState(() => readChoices(location.search));
  const [page, setPage] = useState(() => addressOf(location.href, choices));
  /** What the frame was opened with: it is not opened again when it moves by itself. */
  const [opened, setOpened] = useState({ count: 0, address: page });
  const frame = useRef<HTMLIFrameElement>(null);

  useEffect(() => {
    const follow = (event: Event) => setPage((event as CustomEvent<string>).detail);
    addEventListener(moved, follow);
    return () => removeEventListener(moved, follow);
  }, []);

  function show(address: string, next: Choices, anew: boolean): void {
    const whole = addressOf(address, next);
    history.replaceState(null, '', whole);
    if (anew) setOpened(({ count }) => ({ count: count + 1, address: whole }));
    else frame.current?.contentWindow?.dispatchEvent(new CustomEvent(chosen));
  }
  // Where the frame has gone stands in the address, too.
  useEffect(() => history.replaceState(null, '', addressOf(page, choices)), [page, choices]);

  function choose(name: Choice, value: string): void {
    const next = { ...choices, [name]: value };
    setChoices(next);
    show(page, next, startsAnew.includes(name));
  }
  const { pathname } = new URL(page, location.origin);
  const paths = remote.routes.map(({ path }) => path).filter((path) => !path.includes(':'));

  return (
    <div className={styles.root}>
      <nav className={styles.bar} aria-label={`${remote.name} alone`}>
        <label>
          Page
          <select value={pathname} onChange={({ target }) => show(target.value, choices, true)}>
            <Options values={paths} value={pathname} />
          </select>
        </label>
        {process.env.AGAINST ? <span>{process.env.AGAINST}</span> : null}
        {shown.map((name) => (
          <label key={name}>
            {labels[name]}
            <select value={choices[name]} onChange={({ target }) => choose(name, target.value)}>
              <Options values={offered[name]} value={choices[name]} />
            </select>
          </label>
        ))}
      </nav>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- it holds the same remote, from the same place. */}
      <iframe
        key={opened.count}
        ref={frame}
        className={styles.page}
        style={choices.width === 'full' ? undefined : { inlineSize: `${choices.width}px` }}
        title={remote.name}
        src={opened.address}
      />
    </div>
  );
}

/** What is chosen stands among the rest, also where nobody offers it. */
function Options({ values, value }: { values: readonly string[]; value: string }) {
  const all = values.includes(value) ? values : [value, ...values];
  return all.map((one) => <option key={one}>{one}</option>);
}
