import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../site.ts';
import {
  type DrivenBrowser,
  endProgram,
  type Parameters,
  requireProgram,
  untilStarted,
} from './driven-browser.ts';

const packages = 'webkit2gtk-driver xvfb';
/** WebKit's minimal browser, part of the library's package. */
const miniBrowser = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';

/** HTTP route of each command. */
const routes: Record<string, readonly [method: string, address: string]> = {
  Navigate: ['POST', 'url'],
  Back: ['POST', 'back'],
  Forward: ['POST', 'forward'],
  ExecuteScript: ['POST', 'execute/sync'],
  ExecuteAsyncScript: ['POST', 'execute/async'],
  ElementClick: ['POST', 'element/{id}/click'],
  ElementClear: ['POST', 'element/{id}/clear'],
  ElementSendKeys: ['POST', 'element/{id}/value'],
  SetWindowRect: ['POST', 'window/rect'],
  TakeScreenshot: ['GET', 'screenshot'],
};

/** Removes the window's own buttons, so that it can be as narrow as a phone. */
const narrow = '* { min-width: 0; margin: 0; padding: 0; border: 0; font-size: 0; -gtk-icon-source: none }';

/** Starts a virtual display. */
async function startScreen(): Promise<{ display: string; end: () => Promise<void> }> {
  const program = requireProgram('Xvfb', packages);
  // It picks a free display number and writes it to fd 3.
  const child = spawn(program, ['-displayfd', '3', '-screen', '0', '1400x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = await once(child.stdio[3] as NodeJS.ReadableStream, 'data');
  return { display: `:${String(number).trim()}`, end: () => endProgram(child) };
}

/** A home folder and a virtual display for the browser. */
async function startDesktop() {
  const home = await mkdtemp(path.join(tmpdir(), 'frens-webkit-'));
  await mkdir(path.join(home, 'gtk-3.0'));
  await writeFile(path.join(home, 'gtk-3.0/gtk.css'), narrow);
  const screen = await startScreen();
  return {
    env: {
      ...process.env,
      HOME: home,
      XDG_CONFIG_HOME: home,
      DISPLAY: screen.display,
      LANG: 'en_GB.UTF-8',
      // A dead proxy blocks all requests that leave the machine.
      http_proxy: 'http://127.0.0.1:9',
      https_proxy: 'http://127.0.0.1:9',
      no_proxy: 'localhost,127.0.0.1',
    },
    async end() {
      await screen.end();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Starts Debian's WebKitGTK (Safari's engine) in a minimal browser. */
export async function startWebKit(): Promise<DrivenBrowser> {
  const driver = requireProgram('WebKitWebDriver', packages);
  const binary = requireProgram(miniBrowser, packages);
  const desktop = await startDesktop();
  const port = await freePort();
  const child = spawn(driver, [`--port=${port}`], { stdio: 'ignore', env: desktop.env });
  const end = async () => {
    await endProgram(child);
    await desktop.end();
  };

  async function ask(method: string, address: string, parameters: Parameters = {}): Promise<unknown> {
    const answer = await fetch(`http://127.0.0.1:${port}/${address}`, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(parameters) }),
    });
    // Safe: the standard defines the shape of all answers.
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(JSON.stringify(value));
    return value;
  }

  try {
    await untilStarted(() => ask('GET', 'status'));
    const args = ['--automation'];
    // Safe: the standard defines this answer.
    const { sessionId, capabilities } = (await ask('POST', 'session', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary, args } } },
    })) as { sessionId: string; capabilities: { browserVersion: string } };
    const command: DrivenBrowser['command'] = async (name, { id, ...parameters } = {}) => {
      const [method, address] = routes[name] ?? [];
      if (!method || !address) throw new Error(`webkit.ts has no route for ${name}`);
      return ask(method, `session/${sessionId}/${address.replace('{id}', String(id))}`, parameters);
    };
    return {
      version: `WebKitGTK ${capabilities.browserVersion}`,
      command,
      async setWidth(width) {
        await command('SetWindowRect', { width, height: 900 });
      },
      async end() {
        await ask('DELETE', `session/${sessionId}`).catch(() => undefined);
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/**
 * Console output of WebKit while it opens pages. A driven instance hides its console, so this one has no driver.
 *
 * @param milliseconds time per page
 */
export async function webKitConsole(addresses: readonly string[], milliseconds: number): Promise<string[]> {
  const desktop = await startDesktop();
  const lines: string[] = [];
  try {
    for (const address of addresses) {
      const args = ['--enable-write-console-messages-to-stdout=true', address];
      // Line buffering: with a pipe it would buffer by block and lose the last one on exit.
      const child = spawn('stdbuf', ['-oL', requireProgram(miniBrowser, packages), ...args], {
        env: desktop.env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let out = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (out += String(chunk)));
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      await endProgram(child);
      lines.push(
        ...out
          .split('\n')
          .filter((line) => line.includes('CONSOLE'))
          .map((line) => `${address}: ${line}`),
      );
    }
  } finally {
    await desktop.end();
  }
  return lines;
}
