// A remote that runs alone gets its answers from a site that runs elsewhere: the development server hands its calls on.

/** What of a call is handed on; the rest, such as cookies, is this machine's. */
const handedOn = [
  'accept',
  'accept-language',
  'content-type',
  'idempotency-key',
  'x-api-contract',
  'x-composition',
];
/** What of an answer is not: connection and encoding are between the two servers, and the session stays here. */
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
/** A site that hangs must not hang the page, in milliseconds. */
const patience = 30_000;

/**
 * Reads the address of a site: https, or this machine.
 *
 * @param {string} text
 * @returns {URL}
 * @throws {Error} with a sentence that says how to write it
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
 * Whether a call comes from a page of this server: nobody else's may act in the name of who is signed in, neither another site's nor one that
 * has made its name lead here.
 *
 * @param {import('node:http').IncomingMessage} request
 */
function isOwnPage({ headers }) {
  const { host = '', origin, 'sec-fetch-site': from = 'same-origin' } = headers;
  const isHere = loopback.test(host.replace(/:\d+$/, ''));
  return isHere && /^(same-origin|none)$/.test(from) && (origin === undefined || origin === `http://${host}`);
}

/** Why nothing came, in a word or two. @param {any} error */
function reasonOf(error) {
  return error.name === 'TimeoutError'
    ? 'it takes too long'
    : (error.cause?.code ?? error.cause?.message ?? error.message);
}

/**
 * Hands the calls of a page on to a site.
 *
 * @param {URL} site
 * @param {{ username: string, password: string } | null} member who is signed in there; null for a visitor
 * @throws {Error} with a sentence, when the site does not answer as one does, or does not let the member in
 */
export async function againstSite(site, member) {
  /** The session, which the browser never sees. @type {Map<string, string>} */
  const cookies = new Map();

  async function send(path, init) {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const answer = await fetch(new URL(path, site), {
      ...init,
      // As a page of the site would send it, or it is refused as another site's.
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
