import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

// An in-memory S3 server with what the store uses: objects, paginated lists, conditional PUT, and signatures, which are recomputed from the
// received request.

/** A running server with one bucket. */
export interface S3Server {
  /** Variables for the SDK. */
  environment: Record<string, string>;
  bucket: string;
  objects: Map<string, StoredObject>;
  /** Drops the response to the next matching PUT after it was done. */
  loseAnswerTo(key: RegExp): void;
  stop(): Promise<void>;
}

interface StoredObject {
  content: Buffer;
  etag: string;
  headers: Record<string, string>;
  modified: Date;
}

const accessKey = 'AKIATEST';
const secret = 'a secret of the tests';
const region = 'eu-test-1';
/** Small, so that lists have pages. */
const pageSize = 7;

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex');
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();
const escapeUri = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
const escapeXml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

class S3Error extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message = code) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Starts a server on a free port of this machine. */
export async function startS3Server(): Promise<S3Server> {
  const bucket = 'site-test';
  const objects = new Map<string, StoredObject>();
  const lost: RegExp[] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    checkSignature(request, body);
    const url = new URL(request.url ?? '/', 'http://localhost');
    const [, name = '', key = ''] = /^\/([^/]*)\/?(.*)$/.exec(decodeURIComponent(url.pathname)) ?? [];
    if (name !== bucket) throw new S3Error(404, 'NoSuchBucket');
    if (key === '') return list(url.searchParams, response);
    const there = objects.get(key);
    if (request.method === 'PUT') {
      checkConditions(request, there);
      const etag = `"${createHash('md5').update(body).digest('hex')}"`;
      const kept = ['content-type', 'content-encoding', 'cache-control'];
      const headers = kept.flatMap((header) => {
        const value = request.headers[header];
        return typeof value === 'string' ? [[header, value] as const] : [];
      });
      objects.set(key, { content: body, etag, headers: Object.fromEntries(headers), modified: new Date() });
      const index = lost.findIndex((pattern) => pattern.test(key));
      if (index >= 0) {
        lost.splice(index, 1);
        request.socket.destroy();
        return;
      }
      response.writeHead(200, { etag }).end();
    } else if (request.method === 'DELETE') {
      objects.delete(key);
      response.writeHead(204).end();
    } else if (there) {
      const { content, etag, headers, modified } = there;
      response.writeHead(200, {
        ...headers,
        etag,
        'last-modified': modified.toUTCString(),
        'content-length': content.length,
      });
      response.end(request.method === 'HEAD' ? undefined : content);
    } else throw new S3Error(404, 'NoSuchKey');
  }

  function list(query: URLSearchParams, response: ServerResponse): void {
    const prefix = query.get('prefix') ?? '';
    const delimiter = query.get('delimiter');
    const after = query.get('continuation-token') ?? '';
    const entries = new Set<string>();
    for (const key of objects.keys()) {
      if (!key.startsWith(prefix)) continue;
      const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
      entries.add(end < 0 ? key : key.slice(0, end + 1));
    }
    const rest = [...entries].sort((a, b) => (a < b ? -1 : 1)).filter((entry) => entry > after);
    const page = rest.slice(0, pageSize);
    const isCut = rest.length > page.length;
    const xml = page.map((entry) =>
      delimiter && entry.endsWith(delimiter)
        ? `<CommonPrefixes><Prefix>${escapeXml(entry)}</Prefix></CommonPrefixes>`
        : `<Contents><Key>${escapeXml(entry)}</Key></Contents>`,
    );
    const next = isCut
      ? `<NextContinuationToken>${escapeXml(page.at(-1) ?? '')}</NextContinuationToken>`
      : '';
    response.writeHead(200, { 'content-type': 'application/xml' });
    response.end(
      `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isCut}</IsTruncated>${next}${xml.join('')}</ListBucketResult>`,
    );
  }

  const server: Server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const { status, code, message } =
        error instanceof S3Error ? error : new S3Error(500, 'InternalError', String(error));
      response.writeHead(status, { 'content-type': 'application/xml' });
      response.end(
        `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${escapeXml(message)}</Message></Error>`,
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    environment: {
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: accessKey,
      AWS_SECRET_ACCESS_KEY: secret,
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
    },
    bucket,
    objects,
    loseAnswerTo: (key) => lost.push(key),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** The conditional writes that the store uses. */
function checkConditions({ headers }: IncomingMessage, there: StoredObject | undefined): void {
  if (headers['if-none-match'] === '*' && there) throw new S3Error(412, 'PreconditionFailed');
  if (headers['if-match'] !== undefined) {
    if (!there) throw new S3Error(404, 'NoSuchKey');
    if (headers['if-match'] !== there.etag) throw new S3Error(412, 'PreconditionFailed');
  }
}

/** Verifies signature version 4. */
function checkSignature({ method = '', url = '/', headers }: IncomingMessage, body: Buffer): void {
  const fields =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (!fields) throw new S3Error(403, 'AccessDenied', 'The request is not signed.');
  const [, key, date = '', signedRegion, signed = '', signature] = fields;
  if (key !== accessKey || signedRegion !== region) throw new S3Error(403, 'InvalidAccessKeyId');
  const payload = String(headers['x-amz-content-sha256']);
  if (payload !== sha256(body)) throw new S3Error(400, 'XAmzContentSHA256Mismatch');
  const time = String(headers['x-amz-date']);
  if (!time.startsWith(date)) throw new S3Error(403, 'SignatureDoesNotMatch', 'The dates differ.');
  const names = signed.split(';');
  for (const needed of ['host', 'x-amz-date', 'x-amz-content-sha256'])
    if (!names.includes(needed)) throw new S3Error(403, 'SignatureDoesNotMatch', `${needed} is not signed.`);
  // Conditions must be signed.
  for (const name of ['if-match', 'if-none-match'])
    if (headers[name] !== undefined && !names.includes(name))
      throw new S3Error(403, 'SignatureDoesNotMatch', `${name} is not signed.`);
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const query = [...searchParams]
    .map(([name, value]) => `${escapeUri(name)}=${escapeUri(value)}`)
    .sort((a, b) => (a < b ? -1 : 1))
    .join('&');
  const path = decodeURIComponent(pathname).split('/').map(escapeUri).join('/');
  const lines = names.map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`).join('');
  const canonical = [method, path, query, lines, signed, payload].join('\n');
  const scope = `${date}/${region}/s3/aws4_request`;
  const signing = [date, region, 's3', 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${secret}`);
  const wanted = hmac(signing, ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n'));
  if (wanted.toString('hex') !== signature) throw new S3Error(403, 'SignatureDoesNotMatch');
}
