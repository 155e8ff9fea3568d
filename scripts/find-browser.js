import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { rootDir } from './setup.js';

/** Preferred: headless shell needs half the CPU per page (docs/decisions/0007). */
const headless = 'chromium-headless-shell';
const names = [headless, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

function installed() {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const files = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return [...files, macChrome].find((file) => existsSync(file));
}

function chromePathOfFile() {
  const file = path.join(rootDir, '.env');
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')).CHROME_PATH : undefined;
}

const chosen = () => process.env.CHROME_PATH || chromePathOfFile();

/** Whether a program exits with code 0. */
function succeeds(command, args, options) {
  return new Promise((resolve) => {
    const child = spawn(command, args, options);
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
}

/** Installs Debian's package if apt and root are available; otherwise does nothing. */
async function installFromDebian() {
  if (process.getuid?.() !== 0 || !(await succeeds('apt-get', ['--version'], { stdio: 'ignore' }))) return;
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: 5 * 60_000,
  };
  const apt = (...args) => succeeds('apt-get', ['-qq', '-o', 'Acquire::http::Timeout=10', ...args], options);
  console.log('Installing a headless Chromium …');
  await apt('update');
  const install = (name) => apt('install', '-y', '--no-install-recommends', name);
  // Older Debian releases have only the full browser.
  if (!(await install(headless)) && !installed()) await install('chromium');
}

/**
 * Path of a Chromium or Chrome: `CHROME_PATH`, or an installed one. If none is installed, or only a full browser, it installs a headless
 * one: Debian's package if possible, else Playwright's.
 *
 * @returns {Promise<string>}
 * @throws with advice if none can be installed
 */
export async function requireBrowser() {
  const given = chosen();
  if (given) return given;
  if (!installed()?.endsWith(headless)) await installFromDebian();
  const found = installed();
  if (found) return found;

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
