import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatAgo } from './format-ago.ts';
import {
  formatAmount,
  formatChange,
  formatCount,
  formatDate,
  formatDay,
  formatQuotient,
  formatScore,
  formatTime,
  localeOf,
  readerLanguages,
} from './formats.ts';
import { messageText } from './messages.ts';

describe('formats of spec section 9', () => {
  it('writes a date in the way that is asked for, each time anew', () => {
    const inUtc = { timeZone: 'UTC', month: 'short', day: 'numeric' } as const;
    expect(formatDate('en', inUtc, new Date('2026-03-05T23:30:00Z'))).toBe('Mar 5');
    expect(formatDate('en', inUtc, new Date('2026-04-06T00:30:00Z'))).toBe('Apr 6');
    expect(formatDate('es', inUtc, new Date('2026-04-06T00:30:00Z'))).toBe('6 abr');
    expect(formatDate('en', { ...inUtc, month: 'long' }, new Date('2026-04-06T00:30:00Z'))).toBe('April 6');
  });

  it('tells how long ago something was, and by its day what is older than a week', () => {
    const now = Date.parse('2026-03-05T12:00:00.000Z');
    const ago = (time: string, language: 'en' | 'es' = 'en') => formatAgo(language, time, now);
    expect(ago('2026-03-05T11:59:40.000Z')).toBe('now');
    expect(ago('2026-03-05T11:55:00.000Z')).toBe('5 minutes ago');
    expect(ago('2026-03-05T09:00:00.000Z', 'es')).toBe('hace 3 horas');
    expect(ago('2026-03-04T11:00:00.000Z')).toBe('yesterday');
    expect(ago('2026-02-20T12:00:00.000Z')).toBe('Feb 20, 2026');
    // A clock that is behind the server's.
    expect(ago('2026-03-05T12:03:00.000Z')).toBe('now');
  });

  it('shows staked amounts with two decimals', () => {
    expect(formatAmount('en', '1250.50')).toBe('1,250.50');
    expect(formatAmount('es', '12345.00')).toBe('12.345,00');
  });

  it('loses no digit of an amount that a floating point number could not hold', () => {
    expect(formatAmount('en', '90071992547409931.01')).toBe('90,071,992,547,409,931.01');
  });

  it('shows the quotient without decimals on badges, half up', () => {
    expect(formatQuotient('en', '87.5')).toBe('88');
    expect(formatQuotient('en', '87.4')).toBe('87');
  });

  it('shows scores with one decimal', () => {
    expect(formatScore('en', '87.0')).toBe('87.0');
    expect(formatScore('es', '3.0')).toBe('3,0');
  });

  it('writes changes with their sign', () => {
    expect(['12.50', '-3.00', '0.00'].map((amount) => formatChange('en', amount))).toEqual([
      '+12.50',
      '−3.00',
      '0.00',
    ]);
    expect(formatChange('es', '-12.50')).toBe('−12,50');
  });

  it('groups counts', () => {
    expect(formatCount('en', 1200)).toBe('1,200');
  });

  it('writes the day in the language of the page', () => {
    expect(formatDay('en', '2026-03-05T12:00:00.000Z')).toBe('Mar 5, 2026');
    expect(formatDay('es', '2026-03-05T12:00:00.000Z')).toBe('5 mar 2026');
  });

  it('writes amounts in sentences of the server as pages write them', () => {
    const values = { balance: '13.50', required: '12345.00' };
    expect(messageText('en', 'errors.insufficient_bamboo', values)).toContain('you have 13.50.');
    expect(messageText('es', 'errors.insufficient_bamboo', values)).toContain('te quedan 13,50.');
    expect(messageText('es', 'errors.stake_required', values)).toContain('12.345,00 BAMBOO');
  });
});

describe('the languages of the reader', () => {
  afterEach(() => vi.unstubAllGlobals());
  const read = (languages: unknown) => {
    vi.stubGlobal('document', {});
    vi.stubGlobal('navigator', { languages });
  };

  it.each([
    [['en-GB', 'es'], 'en-GB'],
    [['en-US@posix'], 'en-US'],
    [['de', 'en_GB.UTF-8'], 'en-GB'],
    [['C', 'x', '', 'en--'], 'en'],
    [[], 'en'],
    [undefined, 'en'],
  ])('of a browser with %j write dates as in %s', (languages, locale) => {
    read(languages);
    expect(localeOf('en')).toBe(locale);
    expect(formatDay('en', '2026-03-05T12:00:00.000Z')).toContain('2026');
  });

  it('write numbers as dates, by their country', () => {
    read(['es-MX']);
    expect([formatAmount('es', '1234.5'), formatTime('es', '2026-03-05T16:12:00.000')]).toEqual([
      '1,234.50',
      expect.stringMatching(/^4:12.p\.m\.$/),
    ]);
    read(['es-ES']);
    expect([formatAmount('es', '12345.5'), formatTime('es', '2026-03-05T16:12:00.000')]).toEqual([
      '12.345,50',
      '16:12',
    ]);
  });

  it('are none on the server', () => {
    expect(readerLanguages()).toEqual([]);
  });
});
