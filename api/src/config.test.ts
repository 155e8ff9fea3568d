import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, isLoopback, readConfig } from './config.ts';
import { readEnvironment } from './environment.ts';

const read = (variables: Record<string, string>, file = {}) => readConfig({ variables, file });

describe('readConfig', () => {
  it('needs no variable', () => {
    expect(read({})).toMatchObject({
      production: false,
      port: 3000,
      publicUrl: new URL('http://localhost:3000'),
      mongodbUri: null,
      dataDir: path.resolve(import.meta.dirname, '../../.data'),
      siteStore: path.resolve(import.meta.dirname, '../../dist'),
      siteEnvironment: 'live',
      seedDemo: false,
      brand: { site: 'Frens', product: 'Fren' },
      trustedProxyHops: 0,
      logLevel: 'warn',
    });
    expect(read({ PORT: '' }).port).toBe(3000);
  });

  it('requires TRUSTED_PROXY_HOPS in production (D49)', () => {
    const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://frens.example' };
    expect(() => read(production)).toThrow('TRUSTED_PROXY_HOPS:');
    expect(read({ ...production, TRUSTED_PROXY_HOPS: '0' })).toMatchObject({
      production: true,
      trustedProxyHops: 0,
      logLevel: 'info',
    });
  });

  it('lists all invalid variables in one error', () => {
    const wrong = {
      PORT: 'http',
      MONGODB_URI: 'localhost',
      SEED_DEMO: 'yes',
      PUBLIC_URL: 'frens.example',
      HOST: '256.1.1.1',
      DATADIR: 'elsewhere',
      SITE_STORE: 's3://',
      MAIL_FROM: 'zzz',
    };
    const readWrong = () => read(wrong);
    expect(readWrong).toThrow(ConfigError);
    for (const name of Object.keys(wrong)) expect(readWrong).toThrow(`${name}:`);
  });

  it('accepts only serialised and safe origins for remotes (D53)', () => {
    expect(read({}).remoteOrigins).toEqual([]);
    expect(read({ REMOTE_ORIGINS: 'https://cdn.example, https://b.example:8443' }).remoteOrigins).toEqual([
      'https://cdn.example',
      'https://b.example:8443',
    ]);
    expect(read({ REMOTE_ORIGINS: 'http://localhost:4000' }).remoteOrigins).toHaveLength(1);
    for (const wrong of [
      'http://cdn.example',
      'https://cdn.example/',
      'https://*.example',
      'cdn.example',
      "'unsafe-inline'",
      '*',
    ])
      expect(() => read({ REMOTE_ORIGINS: wrong }), wrong).toThrow('REMOTE_ORIGINS:');
  });

  it('refuses plain http for a public site, because of the session cookie', () => {
    expect(() => read({ PUBLIC_URL: 'http://frens.example' })).toThrow(/https/);
    expect(read({ PUBLIC_URL: 'http://127.0.0.1:8080' }).publicUrl.port).toBe('8080');
  });
});

describe('the variables file', () => {
  it('has lower precedence than the process’s variables, even empty ones', () => {
    expect(read({ SITE_NAME: 'Groves' }, { SITE_NAME: 'Frens', PORT: '8080' })).toMatchObject({
      brand: { site: 'Groves' },
      port: 8080,
    });
    expect(read({ PORT: '' }, { PORT: '8080' }).port).toBe(3000);
  });

  it('may contain only known names; the error suggests the nearest one', () => {
    expect(() => read({}, { MONGO_URL: 'mongodb://a', MAIL_SENDER: 'x' })).toThrow(
      /MONGO_URL in \.env: .*MONGODB_URI\?[^]*MAIL_SENDER in \.env:/,
    );
  });

  it.each([
    ['MONGO_URI', 'MONGODB_URI'],
    ['MONGO_URL', 'MONGODB_URI'],
    ['DATADIR', 'DATA_DIR'],
    ['PUBLIC_URI', 'PUBLIC_URL'],
  ])('is not needed to refuse the variable %s, a misspelling of %s', (name, meant) => {
    expect(() => read({ [name]: 'x' })).toThrow(`${name}: is not known. Do you mean ${meant}?`);
  });

  it('rejects a line without "=" and names it', () => {
    const file = { 'FOO\nPORT': '8080' };
    expect(() => readConfig({ variables: {}, file })).toThrow('"FOO" in .env: has no "=".');
  });

  it('ignores variables of other programs', () => {
    const others = {
      PATH: '/bin',
      HOSTNAME: 'a',
      HOSTS: 'b',
      REPORT: 'c',
      NODE_OPTIONS: '',
      LANGUAGE: 'es',
      npm_config_user_agent: 'npm',
    };
    expect(read(others).port).toBe(3000);
  });
});

describe('readEnvironment', () => {
  it('reads the file that ENV_FILE names, and throws when it cannot', async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'frens-env-'));
    const file = path.join(dir, 'site.env');
    await writeFile(file, 'SITE_NAME="Bears & Co"\n# a comment\nPORT=8080\n');
    expect(readConfig(readEnvironment({ ENV_FILE: file }))).toMatchObject({
      brand: { site: 'Bears & Co' },
      port: 8080,
    });
    await rm(dir, { recursive: true });
    expect(() => readEnvironment({ ENV_FILE: file })).toThrow(
      /^The file .*site\.env, which ENV_FILE names, cannot be read: ENOENT/,
    );
    expect(readEnvironment({ ENV_FILE: '' })).toEqual({ variables: { ENV_FILE: '' } });
  });
});

describe('the demo option', () => {
  it('seeds an empty database unless configured otherwise, and never in production', () => {
    const demo = (variables: Record<string, string>) => readConfig({ variables }, { demo: true }).seedDemo;
    expect(demo({})).toBe(true);
    expect(demo({ SEED_DEMO: 'false' })).toBe(false);
    expect(demo({ SEED_DEMO: 'long' })).toBe('long');
    expect(demo({ NODE_ENV: 'production', TRUSTED_PROXY_HOPS: '0' })).toBe(false);
    expect(demo({ NODE_ENV: 'production', TRUSTED_PROXY_HOPS: '0', SEED_DEMO: 'true' })).toBe(true);
  });
});

describe('isLoopback', () => {
  it.each(['localhost', '127.0.0.1', '127.8.9.1', '::1', '[::1]', '::ffff:127.0.0.1'])(
    'is true for %s',
    (host) => {
      expect(isLoopback(host)).toBe(true);
    },
  );
  it.each(['frens.example', '128.0.0.1', '127.evil.example', '10.0.0.1', ''])('is false for "%s"', (host) => {
    expect(isLoopback(host)).toBe(false);
  });
});
