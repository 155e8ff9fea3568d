import { BROWSER_MAP, OS_MAP, parse } from 'bowser';
import type { BrowserName } from './session.model.ts';

// Only what the library knows by name: otherwise whoever signs in could write what stands in the list.
const browsers = new Set(Object.values(BROWSER_MAP));
const systems = new Set(Object.values(OS_MAP));

/** What to call the browser that sends this `User-Agent`; null when it is none that people know. */
export function browserOf(userAgent: string): BrowserName | null {
  if (userAgent === '') return null;
  const { browser, os } = parse(userAgent);
  if (browser.name === undefined || !browsers.has(browser.name)) return null;
  return { name: browser.name, system: os.name !== undefined && systems.has(os.name) ? os.name : null };
}
