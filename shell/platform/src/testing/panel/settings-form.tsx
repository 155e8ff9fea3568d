import { createScenarioHandlers, listPageWords, scenarioNames, scenarioWords } from '@frens/contract/mocks';
import { useState } from 'react';
import styles from './mock-panel.module.css';
import { offered, type Setting, type Settings } from './settings.ts';

/** The remotes of the site with their pages. */
// Safe: the build writes it (`panelConfig` in rspack.base.js).
const remotes = (process.env.PANEL_REMOTES ?? []) as unknown as { name: string; paths: string[] }[];
const paths = remotes.flatMap((remote) => remote.paths).filter((path) => !path.includes(':'));

const labels = { as: 'Signed in as', lang: 'Language', theme: 'Theme', width: 'Width' } as const;
const isCommunity = (word: string) =>
  scenarioNames.some((name) => name === word) || word === 'first-day' || word.startsWith('full');

/** Chooses what the page is given. */
export function SettingsForm({
  settings,
  page,
  onChoose,
  onOpen,
}: {
  settings: Settings;
  page: string;
  onChoose: (name: Setting, value: string) => void;
  onOpen: (page: string) => void;
}) {
  const [scope, setScope] = useState('');
  const isAgainst = Boolean(process.env.AGAINST);
  const names = (['as', 'lang', 'theme', 'width'] as const).filter((name) => name !== 'as' || !isAgainst);
  const words = settings.scenario.split(',').filter(Boolean);
  const wordOf = (word: string) =>
    word.startsWith('remote-down') ? `remote-down:${scope || 'mf-quiz'}` : scope ? `${scope}:${word}` : word;

  // Of the words of the page, a remote has only that it is down.
  const offeredWords = scenarioWords.filter(
    (word) => !scope || word.startsWith('remote-down') || listPageWords({ scenario: word }).length === 0,
  );

  /** A word more or less; a community in the place of another. */
  function toggle(word: string): void {
    const own = wordOf(word);
    const prefix = scope && `${scope}:`;
    const others = words.filter(
      (one) =>
        one !== own &&
        !(isCommunity(word) && one.startsWith(prefix) && isCommunity(one.slice(prefix.length))),
    );
    onChoose('scenario', (words.includes(own) ? others : [...others, own]).join(','));
  }

  return (
    <div className={styles.settings}>
      <Field label="Page" value={page} options={paths} onApply={onOpen} />
      {isAgainst ? null : (
        <>
          <Field
            label="Scenario"
            value={settings.scenario}
            onApply={(value) => onChoose('scenario', value)}
            check={(scenario) => createScenarioHandlers({ scenario })}
          />
          <fieldset className={styles.words} aria-label="Words of the scenario">
            {offeredWords.map((word) => (
              <button
                key={word}
                type="button"
                aria-pressed={words.includes(wordOf(word))}
                onClick={() => toggle(word)}
              >
                {word.replace(':mf-quiz', '')}
              </button>
            ))}
            <select
              aria-label="For which remote"
              value={scope}
              onChange={({ target }) => setScope(target.value)}
            >
              <option value="">for the whole site</option>
              {remotes.map(({ name }) => (
                <option key={name} value={name}>
                  for {name}
                </option>
              ))}
            </select>
          </fieldset>
        </>
      )}
      <div className={styles.choices}>
        {names.map((name) => (
          <label key={name}>
            {labels[name]}
            <select value={settings[name]} onChange={({ target }) => onChoose(name, target.value)}>
              {[...new Set<string>([...offered[name], settings[name]])].map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          </label>
        ))}
      </div>
    </div>
  );
}

/** A text that counts from Enter on, and says why not. */
function Field({
  label,
  value,
  options = [],
  check,
  onApply,
}: {
  label: string;
  value: string;
  options?: readonly string[];
  check?: (value: string) => unknown;
  onApply: (value: string) => void;
}) {
  const [text, setText] = useState(value);
  const [problem, setProblem] = useState('');
  const [applied, setApplied] = useState(value);
  if (applied !== value) {
    setApplied(value);
    setText(value);
    setProblem('');
  }
  const id = `mock-${label}`;
  return (
    <form
      className={styles.field}
      onSubmit={(event) => {
        event.preventDefault();
        try {
          check?.(text);
          setProblem('');
          onApply(text);
        } catch (error) {
          setProblem(error instanceof Error ? error.message : String(error));
        }
      }}
    >
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        value={text}
        list={options.length > 0 ? `${id}-options` : undefined}
        spellCheck={false}
        autoComplete="off"
        onChange={({ target }) => setText(target.value)}
      />
      <button type="submit">Go</button>
      {options.length > 0 ? (
        <datalist id={`${id}-options`}>
          {options.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </datalist>
      ) : null}
      {problem ? <p role="alert">{problem}</p> : null}
    </form>
  );
}
