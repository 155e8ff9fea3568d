// A proxy for remotes that run alone: forwards API calls to a remote site.

/** Request headers to forward; others, such as cookies, stay on this machine. */
const handedOn = [
  'accept',
  'accept-language',
  'content-type',
  'idempotency-key',
  'x-api-contract',
  'x-composition',
];
/** Response headers to drop: connection and encoding are hop-by-hop, and the session stays here. */
const keptBack = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'set-cookie',
  'transfer-encoding',
]);
const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/;
const calls = /^\/(api|media)\//;
/** Timeout, in milliseconds: a hanging site must not hang the page. */
const patience = 30_000;

/**
 * Parses the URL of a site: HTTPS, or a loopback address.
 *
 * @param {string} text
 * @returns {URL}
 * @throws {Error} with advice on the format
 */
export function readSite(text) {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isLoopback = url !== null && loopback.test(url.hostname);
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback)) return url;
  throw new Error(
    `"${text}" is no site: write it like --against https://site.example (http on this machine alone).`,
  );
}

/**
 * Whether a request comes from a page of this server. Prevents cross-site request forgery and DNS rebinding: other sites must not use the
 * signed-in session.
 *
 * @param {import('node:http').IncomingMessage} request
 */
function isOwnPage({ headers }) {
  const { host = '', origin, 'sec-fetch-site': from = 'same-origin' } = headers;
  const isHere = loopback.test(host.replace(/:\d+$/, ''));
  return isHere && /^(same-origin|none)$/.test(from) && (origin === undefined || origin === `http://${host}`);
}

/** A short reason for a failed request. @param {any} error */
function reasonOf(error) {
  return error.name === 'TimeoutError'
    ? 'it takes too long'
    : (error.cause?.code ?? error.cause?.message ?? error.message);
}

/**
 * Middleware that forwards a page's API calls to a site.
 *
 * @param {URL} site
 * @param {{ username: string, password: string } | null} member signs in as; null for a visitor
 * @throws {Error} with advice, if the site does not respond as expected or rejects the member
 */
export async function againstSite(site, member) {
  /** The session cookies, which never reach the browser. @type {Map<string, string>} */
  const cookies = new Map();

  async function send(path, init) {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const answer = await fetch(new URL(path, site), {
      ...init,
      // The site's own origin: otherwise it would reject the request as cross-site.
      headers: { ...init.headers, Origin: site.origin, ...(cookie ? { Cookie: cookie } : {}) },
      redirect: 'manual',
      signal: AbortSignal.timeout(patience),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  }

  const first = member
    ? {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(member),
      }
    : {};
  const answer = await send(member ? '/api/login' : '/api/user', first).catch((cause) => {
    throw new Error(`${site.origin} does not answer: ${reasonOf(cause)}.`, { cause });
  });
  if (!answer.headers.get('content-type')?.startsWith('application/json'))
    throw new Error(`${site.origin} answers, but not as a site of these remotes does.`);
  if (member) {
    if (!answer.ok) throw new Error(`${site.origin} does not let ${member.username} in (${answer.status}).`);
  }

  return {
    name: 'against-site',
    /** @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response */
    async middleware(request, response, next) {
      const { url = '/', method = 'GET' } = request;
      if (!calls.test(url)) return next();
      if (!isOwnPage(request)) return void response.writeHead(403).end();
      const chunks = [];
      for await (const chunk of request) chunks.push(chunk);
      const headers = Object.fromEntries(
        handedOn.flatMap((name) => (request.headers[name] ? [[name, String(request.headers[name])]] : [])),
      );
      try {
        const answer = await send(url, {
          method,
          headers,
          body: chunks.length > 0 ? Buffer.concat(chunks) : undefined,
        });
        for (const [name, value] of answer.headers) if (!keptBack.has(name)) response.setHeader(name, value);
        response.statusCode = answer.status;
        response.end(Buffer.from(await answer.arrayBuffer()));
      } catch (cause) {
        console.error(`${site.origin} did not answer ${method} ${url}: ${String(cause)}`);
        response.statusCode = 502;
        response.end();
      }
    },
  };
}
