import { type ClientKey, clientKeys } from '@frens/contract';
import { mockHeader, nextAnswerPath, refusalsOf } from '@frens/contract/mocks';
import { useState } from 'react';
import { tabHeader } from '../send-scenario.ts';
import { readTabScenario } from '../tab-scenario.ts';
import type { SeenCall } from '../watch-calls.ts';
import styles from './mock-panel.module.css';
import { answeredBy, indent, isRefused, outcomeOf } from './report.ts';

/** How a call can be answered beside its refusals. */
const ways = ['slow:5000', 'offline', 'html'];
const edited = 'the answer below';

/** What is too much may say when to come again. */
const answersOf = (call: ClientKey): string[] => [
  ...refusalsOf(call).flatMap((one) => (one.startsWith('429 ') ? [one, `${one},retry:30`] : [one])),
  ...ways,
];

/** The calls of the page, the newest first, and a change of how the next one is answered. */
export function Calls({
  calls,
  onChange,
  onClear,
}: {
  calls: readonly SeenCall[];
  /** Hears what was changed, as a word of a scenario. */
  onChange: (text: string) => void;
  onClear: () => void;
}) {
  const [filter, setFilter] = useState('');
  const [next, setNext] = useState({ call: '', answer: '', body: '' });
  const [said, setSaid] = useState('');
  const known = clientKeys.find((key) => key === next.call);
  const listed = calls
    .filter((call) => lineOf(call).toLowerCase().includes(filter.toLowerCase()))
    .toReversed();

  function take(call: ClientKey | '', body = ''): void {
    setNext({ call, body, answer: body ? edited : call ? (refusalsOf(call)[0] ?? '') : '' });
    setSaid('');
  }
  async function change(): Promise<void> {
    const isEdited = next.answer === edited;
    const text = `${next.call}=${isEdited ? '200' : next.answer}`;
    const sent = JSON.stringify({ text, ...(isEdited && { body: readJson(next.body) }) });
    const answer = await fetch(nextAnswerPath, {
      method: 'POST',
      body: sent,
      headers: { [mockHeader]: tabHeader(readTabScenario()) },
    });
    const problem = await answer.text();
    setSaid(problem || `The next ${next.call} is answered so.`);
    if (!problem && !isEdited) onChange(text);
  }

  return (
    <div className={styles.calls}>
      {process.env.AGAINST ? null : (
        <form
          className={styles.next}
          onSubmit={(event) => {
            event.preventDefault();
            void change();
          }}
        >
          <label>
            Next answer of
            <select value={next.call} onChange={({ target }) => take(target.value as ClientKey)}>
              <option value="">…</option>
              {clientKeys.map((key) => (
                <option key={key}>{key}</option>
              ))}
            </select>
          </label>
          {known ? (
            <>
              <label>
                is
                <select
                  aria-label="Its answer"
                  value={next.answer}
                  onChange={({ target }) => setNext({ ...next, answer: target.value })}
                >
                  {[...answersOf(known), ...(next.body ? [edited] : [])].map((one) => (
                    <option key={one}>{one}</option>
                  ))}
                </select>
              </label>
              <button type="submit">Change</button>
            </>
          ) : null}
          {next.answer === edited ? (
            <textarea
              aria-label="The answer"
              rows={8}
              spellCheck={false}
              value={next.body}
              onChange={({ target }) => setNext({ ...next, body: target.value })}
            />
          ) : null}
          <span role="status">{said}</span>
        </form>
      )}
      <div className={styles.tools}>
        <input
          type="search"
          aria-label="Find a call"
          placeholder="Find: /circles, 409, patch"
          value={filter}
          onChange={({ target }) => setFilter(target.value)}
        />
        <button type="button" onClick={onClear}>
          Clear
        </button>
      </div>
      {listed.map((call) => (
        <details key={call.id} className={styles.call}>
          <summary data-refused={isRefused(call) || undefined}>
            <b>{outcomeOf(call)}</b>
            <span>
              {call.method} {call.url}
            </span>
            <small>{answeredBy(call)}</small>
            <small>{call.took === undefined ? '' : `${call.took} ms`}</small>
          </summary>
          {call.call && !process.env.AGAINST ? (
            <div className={styles.tools}>
              <button type="button" onClick={() => take(call.call as ClientKey)}>
                Refuse the next one
              </button>
              {call.answer?.body && !isRefused(call) ? (
                <button
                  type="button"
                  onClick={() => take(call.call as ClientKey, indent(call.answer?.body ?? ''))}
                >
                  Edit the next answer
                </button>
              ) : null}
            </div>
          ) : null}
          <pre>
            {[
              `${new Date(call.begun).toLocaleTimeString()} on ${call.page}`,
              call.sent.headers.map((header) => header.join(': ')).join('\n'),
              indent(call.sent.body),
            ]
              .filter(Boolean)
              .join('\n\n')}
          </pre>
          <pre>
            {call.failure ??
              [
                call.answer?.headers.map((header) => header.join(': ')).join('\n'),
                indent(call.answer?.body ?? ''),
              ]
                .filter(Boolean)
                .join('\n\n')}
          </pre>
        </details>
      ))}
    </div>
  );
}

const lineOf = (call: SeenCall) =>
  `${call.method} ${call.url} ${call.call} ${outcomeOf(call)} ${answeredBy(call)}`;

/** What is no JSON is sent as the text that it is, and refused with the reason. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
