import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { rootDir } from './setup.js';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

function installed() {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    for (const name of names) {
      const file = path.join(folder, name);
      if (existsSync(file)) return file;
    }
  }
  return existsSync(macChrome) ? macChrome : undefined;
}

function chromePathOfFile() {
  const file = path.join(rootDir, '.env');
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')).CHROME_PATH : undefined;
}

/** Path of a Chromium or Chrome: `CHROME_PATH`, else one on this machine. Undefined when there is none. */
export function findBrowser() {
  return process.env.CHROME_PATH || chromePathOfFile() || installed();
}

/**
 * As `findBrowser`, but installs a browser when there is none: Debian's package where that is possible, else Playwright's own.
 *
 * @returns {Promise<string>}
 * @throws when none can be had, with what to do
 */
export async function requireBrowser() {
  const found = findBrowser();
  if (found) return found;

  const isRoot = process.getuid?.() === 0;
  if (isRoot && spawnSync('apt-get', ['--version']).status === 0) {
    console.log('Installing Chromium …');
    const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
    spawnSync('apt-get', ['update', '-qq'], options);
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], options);
    const debian = installed();
    if (debian) return debian;
  }

  const { chromium } = await import('playwright-core');
  if (!existsSync(chromium.executablePath())) {
    console.log('Installing Playwright’s Chromium …');
    try {
      execFileSync('npx', ['playwright-core', 'install', 'chromium'], { stdio: 'inherit' });
    } catch (cause) {
      throw new Error(
        'No browser could be installed: install Chromium or Chrome, or set CHROME_PATH to one.',
        { cause },
      );
    }
  }
  return chromium.executablePath();
}
