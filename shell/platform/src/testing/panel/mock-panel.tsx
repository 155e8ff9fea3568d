import { useCallback, useEffect, useRef, useState } from 'react';
import { safeLocalStorage } from '../../browser-storage.ts';
import { readLanguage, storeLanguage } from '../../language.ts';
import { saveFile } from '../../save-file.ts';
import { beginAnew, storeTheme } from '../tab-scenario.ts';
import { chosen } from '../watch-calls.ts';
import { Calls } from './calls.tsx';
import styles from './mock-panel.module.css';
import { harOf, isRefused, reportOf } from './report.ts';
import { addressOf, pageOf, readSettings, type Setting, type Settings } from './settings.ts';
import { SettingsForm } from './settings-form.tsx';
import { useCalls } from './use-calls.ts';

/** The site whose answers a remote alone shows; empty on mocks. */
export const against = process.env.AGAINST ?? '';

/** What the page is opened anew for. */
const opensAnew: readonly Setting[] = ['scenario', 'as'];
/** How often the frame is looked at, which goes where it likes. */
const lookMs = 250;
const memory = 'mock-panel';

/**
 * The mocked site, or a remote alone, in a frame above what a tester needs: what it is given, each of its calls, and how to tell others. F2 leads from
 * the page to the panel and back. All that is chosen stands in the address.
 */
export function MockPanel() {
  const [settings, setSettings] = useState(readSettings);
  const [page, setPage] = useState(() => pageOf(location.href));
  /** What the frame was opened with: it is not opened again when it moves by itself. */
  const [opened, setOpened] = useState({ count: 0, page });
  const [size, setSize] = useState(() => safeLocalStorage.read(memory) ?? 'strip');
  /** Answers of single calls that were changed since the scenario was chosen. */
  const [changes, setChanges] = useState<readonly string[]>([]);
  const [note, setNote] = useState('');
  const { calls, errors, clear } = useCalls();
  const frame = useRef<HTMLIFrameElement>(null);
  const panel = useRef<HTMLElement>(null);
  /** What had the focus on the page. */
  const left = useRef<HTMLElement>(null);

  const isOpen = size === 'open';
  useEffect(() => void safeLocalStorage.write(memory, size), [size]);
  function open(address: string): void {
    setOpened(({ count }) => ({ count: count + 1, page: pageOf(address) }));
    setPage(pageOf(address));
  }
  function choose(name: Setting, value: string): void {
    setSettings((before) => ({ ...before, [name]: value }));
    if (name === 'lang') storeLanguage(value as 'en');
    if (name === 'theme') storeTheme(value);
    const detail = { [name === 'lang' ? 'language' : name]: value };
    if (!opensAnew.includes(name))
      frame.current?.contentWindow?.dispatchEvent(new CustomEvent(chosen, { detail }));
    else {
      setChanges([]);
      clear();
      beginAnew();
      if (value) sessionStorage.setItem(name, value);
      else sessionStorage.removeItem(name);
      open(page);
    }
  }

  // The address shows what the frame shows, and the frame's own links choose, too.
  useEffect(() => {
    const look = () => {
      const { contentWindow, contentDocument } = frame.current ?? {};
      if (
        !contentWindow ||
        contentDocument?.readyState !== 'complete' ||
        contentWindow.location.origin !== location.origin
      )
        return;
      document.title = contentDocument.title;
      setPage(pageOf(contentWindow.location.href));
      setSettings((before) => follow(before, contentDocument));
    };
    const timer = setInterval(look, lookMs);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => history.replaceState(null, '', addressOf(page, settings)), [page, settings]);

  const onKey = useCallback((event: KeyboardEvent): void => {
    const isHere = panel.current?.contains(document.activeElement);
    const isClosing = event.key === 'Escape' && isHere;
    if (isClosing) setSize('strip');
    else if (event.key === 'F2') event.preventDefault();
    else return;
    if (isClosing || (isHere && panel.current?.dataset.size === 'open')) {
      frame.current?.focus();
      left.current?.focus();
    } else {
      // A frame that loses the focus forgets where it was.
      if (!isHere) left.current = frame.current?.contentDocument?.activeElement as HTMLElement | null;
      setSize('open');
      panel.current?.querySelector('button')?.focus();
    }
  }, []);
  useEffect(() => {
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [onKey]);

  const link = () => {
    const words = [settings.scenario, ...changes.map((change) => `${change},once`)].filter(Boolean);
    return location.origin + addressOf(page, { ...settings, scenario: words.join(',') }, true);
  };
  async function copy(what: string, text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setNote(`${what} copied`);
    } catch {
      saveFile(`${what.toLowerCase()}.txt`, text);
      setNote('The clipboard is refused: saved as a file');
    }
  }
  function copyReport(): void {
    const { innerWidth = 0, innerHeight = 0 } = frame.current?.contentWindow ?? {};
    const messages = frame.current?.contentDocument?.querySelectorAll<HTMLElement>(
      '[role="alert"], [role="status"]',
    );
    const shown = Array.from(messages ?? [], ({ innerText }) => innerText.trim()).filter(Boolean);
    void copy(
      'Report',
      reportOf({ link: link(), calls, errors, shown, size: `${innerWidth} × ${innerHeight}` }),
    );
  }
  const refused = calls.filter(isRefused).length;

  return (
    <div className={styles.root}>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- it holds the same site, from the same place. */}
      <iframe
        key={opened.count}
        ref={frame}
        className={styles.page}
        style={settings.width === 'full' ? undefined : { inlineSize: `${settings.width}px` }}
        title="Page"
        src={opened.page}
        // Each document has a window of its own.
        onLoad={({ currentTarget }) => currentTarget.contentWindow?.addEventListener('keydown', onKey)}
      />
      <section ref={panel} className={styles.panel} data-size={size} aria-label="Mocks">
        <div className={styles.strip}>
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isOpen}
            title="F2"
            onClick={() => setSize(isOpen ? 'strip' : 'open')}
          >
            <span aria-hidden="true">{isOpen ? '▾' : '▴'}</span> {against || 'Mocks'}
          </button>
          {size === 'hidden' ? null : (
            <>
              <span className={styles.summary}>{summaryOf(settings)}</span>
              <span className={styles.count}>
                {calls.length} calls{refused > 0 ? <b>, {refused} refused</b> : null}
              </span>
              <span role="status" className={styles.note}>
                {note}
              </span>
              <button type="button" onClick={() => void copy('Link', link())}>
                Link
              </button>
              <button type="button" onClick={() => saveFile('frens.har', harOf(calls, location.origin))}>
                HAR
              </button>
              <button type="button" onClick={copyReport}>
                Report
              </button>
              <button
                type="button"
                aria-label="Hide the panel (F2 shows it)"
                onClick={() => setSize('hidden')}
              >
                <span aria-hidden="true">×</span>
              </button>
            </>
          )}
        </div>
        {isOpen ? (
          <div className={styles.body}>
            <SettingsForm settings={settings} page={page} onChoose={choose} onOpen={open} />
            <Calls
              calls={calls}
              onClear={clear}
              onChange={(text) => setChanges((before) => [...before, text])}
            />
          </div>
        ) : null}
      </section>
    </div>
  );
}

/** The settings as the page in the frame has them now; the same object where nothing is new. */
function follow(before: Settings, { documentElement: { dataset } }: Document): Settings {
  const now: Settings = {
    ...before,
    scenario: sessionStorage.getItem('scenario') ?? '',
    as: sessionStorage.getItem('as') ?? 'member',
    lang: readLanguage(),
    theme: dataset.theme ?? 'system',
  };
  return JSON.stringify(now) === JSON.stringify(before) ? before : now;
}

const summaryOf = ({ scenario, as, lang, theme, width }: Settings) =>
  [
    ...(against ? [] : [scenario || 'typical', as]),
    lang,
    ...(theme === 'system' ? [] : [theme]),
    ...(width === 'full' ? [] : [width]),
  ].join(' · ');
