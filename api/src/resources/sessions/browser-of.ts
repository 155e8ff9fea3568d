import { BROWSER_MAP, OS_MAP, parse } from 'bowser';
import type { BrowserName } from './session.model.ts';

// Allows only names that the library knows: otherwise a client could put any text into the member's list of sessions.
const browsers = new Set(Object.values(BROWSER_MAP));
const systems = new Set(Object.values(OS_MAP));

/** The display name of the browser that sent a `User-Agent`; null for an unknown browser. */
export function browserOf(userAgent: string): BrowserName | null {
  if (userAgent === '') return null;
  const { browser, os } = parse(userAgent);
  if (browser.name === undefined || !browsers.has(browser.name)) return null;
  return { name: browser.name, system: os.name !== undefined && systems.has(os.name) ? os.name : null };
}
