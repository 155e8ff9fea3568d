import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, isLoopback, readConfig } from './config.ts';

describe('readConfig', () => {
  it('needs no variable at all', () => {
    expect(readConfig({})).toMatchObject({
      production: false,
      port: 3000,
      publicUrl: new URL('http://localhost:3000'),
      mongodbUri: null,
      dataDir: path.resolve(import.meta.dirname, '../../.data'),
      siteStore: path.resolve(import.meta.dirname, '../../dist'),
      seedDemo: false,
      brand: { site: 'Frens', product: 'Fren' },
      trustedProxyHops: 0,
      logLevel: 'warn',
    });
    expect(readConfig({ PORT: '' }).port).toBe(3000);
  });

  it('asks a production start to say how many proxies stand in front (D49)', () => {
    const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://frens.example' };
    expect(() => readConfig(production)).toThrow('TRUSTED_PROXY_HOPS:');
    expect(readConfig({ ...production, TRUSTED_PROXY_HOPS: '0' })).toMatchObject({
      production: true,
      trustedProxyHops: 0,
      logLevel: 'info',
    });
  });

  it('lists everything that does not fit in one error', () => {
    const wrong = { PORT: 'http', MONGODB_URI: 'localhost', SEED_DEMO: 'yes', PUBLIC_URL: 'frens.example' };
    const read = () => readConfig(wrong);
    expect(read).toThrow(ConfigError);
    for (const name of Object.keys(wrong)) expect(read).toThrow(`${name}:`);
  });

  it('refuses to send the session cookie over plain http to the world', () => {
    expect(() => readConfig({ PUBLIC_URL: 'http://frens.example' })).toThrow(/https/);
    expect(readConfig({ PUBLIC_URL: 'http://127.0.0.1:8080' }).publicUrl.port).toBe('8080');
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
