import type { SeenCall } from '../watch-calls.ts';

/** Whether the page itself gave a call up, by leaving or because it needs it no more. */
const isCancelled = ({ failure = '' }: SeenCall) => /^AbortError|left/.test(failure);

/** Who answered a call: the community of the mocks, a word of the scenario, a site, or nobody. */
export function answeredBy({ answer, took }: SeenCall): string {
  if (!answer) return took === undefined ? 'waits' : 'nobody';
  const id = answer.headers.find(([name]) => name.toLowerCase() === 'x-request-id')?.[1] ?? '';
  return ['mock', 'patch', 'nobody'].includes(id) ? id : 'site';
}

/** The status of a call, or a word where it has none. */
export function outcomeOf(call: SeenCall): string {
  if (call.answer) return String(call.answer.status);
  if (call.took === undefined) return '…';
  return isCancelled(call) ? 'left' : 'lost';
}

/** Whether somebody refused a call, or nobody answered it. */
export const isRefused = (call: SeenCall): boolean =>
  call.answer ? call.answer.status >= 400 : call.failure !== undefined && !isCancelled(call);

/** A JSON text with a line for each value; another as it is. */
export function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

const named = (headers: [string, string][]) => headers.map(([name, value]) => ({ name, value }));

/** The calls in the format that browsers' network panels read. */
export function harOf(calls: readonly SeenCall[], origin: string): string {
  const entries = calls.map((call) => {
    const { begun, took = 0, method, url, sent, answer, failure, page } = call;
    const { href, searchParams } = new URL(url, origin);
    const type = sent.headers.find(([name]) => name === 'content-type')?.[1] ?? '';
    const common = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 };
    return {
      startedDateTime: new Date(begun).toISOString(),
      time: took,
      request: {
        ...common,
        method,
        url: href,
        headers: named(sent.headers),
        queryString: named([...searchParams]),
        bodySize: sent.body.length,
        ...(sent.body && { postData: { mimeType: type, text: sent.body } }),
      },
      response: {
        ...common,
        status: answer?.status ?? 0,
        statusText: answer?.text ?? '',
        headers: named(answer?.headers ?? []),
        redirectURL: '',
        bodySize: answer?.body.length ?? -1,
        content: { size: answer?.body.length ?? 0, mimeType: 'application/json', text: answer?.body ?? '' },
      },
      cache: {},
      timings: { send: 0, wait: took, receive: 0 },
      comment: `${page} · ${answeredBy(call)}${failure ? ` · ${failure}` : ''}`,
    };
  });
  const creator = { name: 'Frens mock panel', version: process.env.PANEL_COMMIT ?? '' };
  return JSON.stringify({ log: { version: '1.2', creator, entries } }, null, 2);
}

/** What a developer needs: how to get there, where, and the last calls with what was refused. */
export function reportOf({
  link,
  calls,
  errors,
  shown,
  size,
}: {
  link: string;
  calls: readonly SeenCall[];
  errors: readonly string[];
  /** Messages on the page. */
  shown: readonly string[];
  size: string;
}): string {
  const block = (title: string, text: string) => (text ? `\n**${title}**\n\n\`\`\`\n${text}\n\`\`\`\n` : '');
  const rows = calls.slice(-15).map((call) => {
    const time = new Date(call.begun).toISOString().slice(11, 19);
    return `| ${time} | ${call.method} ${call.url} | ${outcomeOf(call)} | ${answeredBy(call)} | ${call.took ?? ''} |`;
  });
  const refused = calls.findLast(isRefused);
  return `**What happened, and what should have**\n\n\n**Steps**\n\n1. Open ${link}\n2. \n
**Where** commit ${process.env.PANEL_COMMIT}, ${size}, ${navigator.userAgent}, ${new Date().toISOString()}
${block('On the page', shown.join('\n'))}${block('Thrown', errors.join('\n\n'))}
| Time | Call | Answer | By | ms |
|---|---|---|---|---|
${rows.join('\n')}
${
  refused
    ? block(
        `Last refusal: ${refused.method} ${refused.url}`,
        [indent(refused.sent.body), refused.failure ?? indent(refused.answer?.body ?? '')]
          .filter(Boolean)
          .join('\n\n'),
      )
    : ''
}`;
}
