import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createServerProcesses, ready } from '../api/src/testing/server-process.ts';
import { freePort, type Site, startSite } from '../e2e/support/site.ts';
import { publishEmptySite } from '../shell/compose/src/testing/empty-site.ts';
import { hasProgram } from './has-program.js';
import { rootDir } from './setup.js';

// Serves a real site by the files of docs/deploy and an export's nginx.conf, with the real programs (`apt-get install nginx-light caddy`).
// Only names, ports and certificates are replaced.
const deploy = path.join(rootDir, 'docs/deploy');
let dir: string;
/** The folder of the proxies' own error page, readable for their user. */
let pages: string;
let site: Site;
let proxy: ChildProcess | undefined;
const servers = createServerProcesses();

beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'frens-deploy-'));
  // nginx changes its user when root starts it.
  chmodSync(dir, 0o755);
  pages = path.join(dir, 'pages');
  mkdirSync(pages);
  copyFileSync(path.join(deploy, 'away.html'), path.join(pages, 'away.html'));
  site = await startSite({ dataDir: path.join(dir, 'data'), env: { TRUSTED_PROXY_HOPS: '1' } });
});
afterEach(async () => {
  const ended = proxy && new Promise((resolve) => proxy?.once('exit', resolve));
  proxy?.kill('SIGTERM');
  await ended;
  proxy = undefined;
});
afterAll(async () => {
  servers.killAll();
  await site?.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** Starts nginx with one file of `conf.d`, after its own check. */
function startNginx(conf: string): void {
  const own = mkdtempSync(path.join(dir, 'nginx-'));
  writeFileSync(path.join(own, 'site.conf'), conf);
  const http = `access_log off; include /etc/nginx/mime.types; client_body_temp_path ${own}; proxy_temp_path ${own}; fastcgi_temp_path ${own}; uwsgi_temp_path ${own}; scgi_temp_path ${own}; include ${own}/site.conf;`;
  const all = `pid ${own}/pid; error_log stderr; daemon off; worker_processes 1; events {} http { ${http} }`;
  writeFileSync(path.join(own, 'nginx.conf'), all);
  execFileSync('nginx', ['-t', '-q', '-c', path.join(own, 'nginx.conf')], { timeout: 10_000 });
  proxy = spawn('nginx', ['-c', path.join(own, 'nginx.conf')], { stdio: 'inherit' });
}

/** A response over TLS with a self-signed certificate. */
function getSecurely(
  port: number,
  address: string,
  sent?: string,
): Promise<{ status?: number; after?: string; body: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        port,
        path: address,
        rejectUnauthorized: false,
        method: sent === undefined ? 'GET' : 'POST',
        headers: {
          host: 'frens.example',
          ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
        },
      },
      (answer) => {
        let body = '';
        answer.on('data', (chunk) => (body += String(chunk)));
        const after = answer.headers['retry-after'];
        answer.on('end', () => resolve({ status: answer.statusCode, after, body }));
      },
    );
    asked.on('error', reject).end(sent);
  });
}

/** The substitute page while the site is down, at an address where nothing listens. */
const away = {
  status: 503,
  after: '5',
  body: expect.stringMatching(/Back in a moment[^]*Volvemos enseguida/),
};

/** Runs nginx by the file in front of a host; returns its ports. */
async function serveByNginx(host: string): Promise<{ port: number; plainPort: number }> {
  const [key, certificate] = [path.join(dir, 'key.pem'), path.join(dir, 'certificate.pem')];
  const self = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=frens.example', '-days', '1'];
  execFileSync('openssl', [...self, '-keyout', key, '-out', certificate], { stdio: 'pipe', timeout: 30_000 });
  const [port, plainPort] = [await freePort(), await freePort()];
  startNginx(
    readFileSync(path.join(deploy, 'nginx.conf'), 'utf8')
      .replace('server unix:/run/frens/frens.sock', `server ${host}`)
      .replace('listen 443', `listen 127.0.0.1:${port}`)
      .replace('listen 80', `listen 127.0.0.1:${plainPort}`)
      .replace('/etc/letsencrypt/live/frens.example/fullchain.pem', certificate)
      .replace('/etc/letsencrypt/live/frens.example/privkey.pem', key)
      .replace('/opt/frens/docs/deploy', pages),
  );
  return { port, plainPort };
}

it.runIf(hasProgram('nginx'))(
  'nginx.conf: nginx serves the site by it, and keeps its figures to itself',
  async () => {
    const { port, plainPort } = await serveByNginx(new URL(site.origin).host);
    await expect.poll(() => getSecurely(port, '/readyz').catch(String)).toMatchObject({ status: 200 });
    expect((await getSecurely(port, '/groups')).body).toContain('<div id="root"');
    expect((await getSecurely(port, '/metrics')).status).toBe(404);
    expect((await getSecurely(port, '/away.html')).status, 'no page of the site').toBe(404);
    const plain = await fetch(`http://127.0.0.1:${plainPort}/groups`, { redirect: 'manual' });
    expect([plain.status, plain.headers.get('location')]).toEqual([301, 'https://127.0.0.1/groups']);
  },
);

it.runIf(hasProgram('nginx'))(
  'nginx.conf: behind nginx one process takes the place of another, and no request fails',
  async () => {
    const socket = path.join(dir, 'frens.sock');
    const environment = {
      DATA_DIR: path.join(dir, 'exchanged'),
      SITE_STORE: await publishEmptySite(dir),
      SOCKET_PATH: socket,
      TRUSTED_PROXY_HOPS: '1',
      LIMIT_FACTOR: '100000',
    };
    const older = servers.start(environment);
    await ready(older);
    const { port } = await serveByNginx(`unix:${socket}`);
    await expect.poll(() => getSecurely(port, '/readyz').catch(String)).toMatchObject({ status: 200 });
    const over = new AbortController();
    const failures: string[] = [];
    let count = 0;
    const loops = Array.from({ length: 6 }, async (_, index) => {
      while (!over.signal.aborted) {
        // nginx retries only safe methods.
        const check = index % 2 === 0 ? JSON.stringify({ password: 'bamboo-grove-7' }) : undefined;
        const address = check ? '/api/auth/password/check' : '/healthz';
        const { status, body } = await getSecurely(port, address, check);
        if (status !== 200) failures.push(`${status} ${body}`);
        count += 1;
      }
    });
    for (let exchange = 0; exchange < 3; exchange += 1) {
      await ready(servers.start(environment));
      const before = count;
      await expect.poll(() => count, { timeout: 10_000 }).toBeGreaterThan(before + 50);
    }
    over.abort();
    await Promise.all(loops);
    expect(failures).toEqual([]);
    servers.killAll();
  },
  60_000,
);

it.runIf(hasProgram('nginx'))(
  'nginx.conf: nginx shows a page in both languages while the site is away',
  async () => {
    const { port } = await serveByNginx(`127.0.0.1:${await freePort()}`);
    await expect.poll(() => getSecurely(port, '/groups').catch(String)).toMatchObject(away);
  },
);

it.runIf(hasProgram('nginx'))(
  'an export: nginx serves its pages and files by its own nginx.conf, and hands on what has no file',
  async () => {
    const folder = path.join(dir, 'export');
    mkdirSync(folder);
    const env = { ...process.env, DATA_DIR: path.join(dir, 'none'), PUBLIC_URL: 'https://frens.example' };
    execFileSync('npm', ['run', '-s', 'export-site', '--', '--to', folder], {
      cwd: rootDir,
      env,
      timeout: 60_000,
    });
    const port = await freePort();
    startNginx(`server { listen 127.0.0.1:${port}; include ${folder}/nginx.conf;
    location / { proxy_pass ${site.origin}; proxy_set_header X-Forwarded-For $remote_addr; } }`);
    const get = (address: string) => fetch(`http://127.0.0.1:${port}${address}`);
    await expect.poll(() => get('/').then(({ status }) => status, String)).toBe(200);
    const page = await get('/groups');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const html = await page.text();
    const [script = ''] = /\/(?:shell|remotes)\/[^"]+\.js/.exec(html) ?? [];
    const file = await get(script);
    expect([file.status, file.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
    expect(file.headers.get('content-type')).toMatch(/javascript/);
    expect((await get('/circles/lantern')).status).toBe(
      (await fetch(`${site.origin}/circles/lantern`)).status,
    );
    expect((await get('/api/user')).status).toBe(401);
  },
);

/** Runs caddy by the file in front of a host; returns a client for it. */
async function serveByCaddy(host: string) {
  const port = await freePort();
  const env = {
    ...process.env,
    HOME: dir,
    SITE_ADDRESS: `http://127.0.0.1:${port}`,
    SITE_UPSTREAM: host,
    SITE_PAGES: pages,
  };
  const file = path.join(deploy, 'Caddyfile');
  execFileSync('caddy', ['validate', '--adapter', 'caddyfile', '--config', file], { env, stdio: 'pipe' });
  const own = path.join(dir, 'Caddyfile');
  // Its admin port, 2019, may be in use.
  writeFileSync(own, `{\n\tadmin off\n}\n${readFileSync(file, 'utf8')}`);
  proxy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', own], { env, stdio: 'ignore' });
  return async (address: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${address}`);
    return {
      status: answer.status,
      after: answer.headers.get('retry-after'),
      body: await answer.text(),
    };
  };
}

it.runIf(hasProgram('caddy'))(
  'Caddyfile: caddy serves the site by it, and keeps its figures to itself',
  async () => {
    const get = await serveByCaddy(new URL(site.origin).host);
    await expect.poll(() => get('/readyz').then(({ status }) => status, String)).toBe(200);
    expect((await get('/groups')).body).toContain('<div id="root"');
    expect((await get('/metrics')).status).toBe(404);
  },
);

it.runIf(hasProgram('caddy'))(
  'Caddyfile: caddy shows a page in both languages while the site is away',
  async () => {
    const get = await serveByCaddy(`127.0.0.1:${await freePort()}`);
    await expect.poll(() => get('/groups').catch(String)).toMatchObject(away);
  },
);

it.runIf(hasProgram('systemd-analyze'))('frens@.service: systemd finds nothing wrong with it', () => {
  const unit = path.join(dir, 'frens@1.0.service');
  // Its program and folders are those of the target machine.
  const text = readFileSync(path.join(deploy, 'frens@.service'), 'utf8').replace(
    '/usr/bin/node',
    process.execPath,
  );
  writeFileSync(unit, text);
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', unit], { timeout: 20_000 });
  expect([status, String(stderr)]).toEqual([0, '']);
});
