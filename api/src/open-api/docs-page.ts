import { escapeHtml } from '@frens/contract/escape-html';
import type { OpenApi, Operation } from './open-api.ts';

/** Renders the calls as a page. It runs no script; its stylesheet is served beside it. */
export function docsPage({ info, paths }: OpenApi): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const tags = [...new Set(calls.flatMap(({ operation }) => operation.tags))];
  const sections = tags.map((tag) => {
    const own = calls.filter(({ operation }) => operation.tags.includes(tag));
    return `<section id="${escapeHtml(tag)}"><h2>${escapeHtml(tag)}</h2>${own.map(callOf).join('')}</section>`;
  });
  const title = escapeHtml(info.title);
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${title}</title>
  <link rel="stylesheet" href="/api/docs.css">
</head>
<body>
  <header>
    <h1>${title}</h1>
    <p>${escapeHtml(info.description)}</p>
    <p><a href="/api/openapi.json">OpenAPI 3.1</a></p>
    <nav aria-label="Calls">${tags.map((tag) => `<a href="#${escapeHtml(tag)}">${escapeHtml(tag)}</a>`).join(' ')}</nav>
  </header>
  <main>${sections.join('')}</main>
</body>
</html>
`;
}

function callOf({ method, path, operation }: { method: string; path: string; operation: Operation }): string {
  const { description, parameters, requestBody, responses } = operation;
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const parts = [
    query.length > 0
      ? part('Query', Object.fromEntries(query.map(({ name, schema }) => [name, schema])))
      : '',
    ...Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => part(`Body, ${type}`, schema)),
    ...Object.entries(responses).map(([status, response]) => answerOf(status, response)),
  ];
  return `<article>
  <h3><span class="method" data-method="${method}">${method}</span> <code>${escapeHtml(path)}</code></h3>
  <p>${escapeHtml(description)}</p>
  ${parts.join('')}
</article>`;
}

/** Renders a success response; the error response is the same for all calls. */
function answerOf(status: string, { content, headers }: Record<string, unknown>): string {
  if (status === 'default') return '';
  // Safe: `open-api.ts` writes responses in this form.
  const bodies = Object.entries((content ?? {}) as Record<string, { schema: unknown }>);
  if (bodies.length === 0) return part(`Answer ${status}`, headers ?? 'No content.');
  return bodies.map(([type, { schema }]) => part(`Answer ${status}, ${type}`, schema)).join('');
}

function part(title: string, value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return `<details><summary>${escapeHtml(title)}</summary><pre tabindex="0">${escapeHtml(text)}</pre></details>`;
}
