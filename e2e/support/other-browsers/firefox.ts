import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../site.ts';
import { type DrivenBrowser, endProgram, requireProgram, untilStarted } from './driven-browser.ts';
import { connectMarionette } from './marionette.ts';

/** Blocks the browser's own requests with a dead proxy; localhost bypasses it. */
const preferences = {
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
  'intl.accept_languages': 'en-GB',
  'ui.prefersReducedMotion': 1,
};

/** Starts Debian's Firefox headless, with a fresh profile. */
export async function startFirefox(): Promise<DrivenBrowser> {
  const program = requireProgram('firefox-esr', 'firefox-esr');
  const profile = await mkdtemp(path.join(tmpdir(), 'frens-firefox-'));
  const port = await freePort();
  const lines = Object.entries({ 'marionette.port': port, ...preferences }).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  await writeFile(path.join(profile, 'user.js'), lines.join('\n'));
  const args = ['--headless', '--marionette', '--no-remote', '--remote-allow-system-access'];
  const child = spawn(program, [...args, '--profile', profile], {
    stdio: 'ignore',
    env: { ...process.env, HOME: profile },
  });
  const end = async () => {
    await endProgram(child);
    await rm(profile, { recursive: true, force: true });
  };

  try {
    const marionette = await untilStarted(() => connectMarionette(port));
    // Safe: the standard defines this answer.
    const { capabilities } = (await marionette.send('WebDriver:NewSession', {
      capabilities: { alwaysMatch: {} },
    })) as { capabilities: { browserVersion: string } };
    const command: DrivenBrowser['command'] = async (name, parameters) => {
      const answer = await marionette.send(`WebDriver:${name}`, parameters);
      return answer !== null && typeof answer === 'object' && 'value' in answer ? answer.value : answer;
    };
    /** Runs a script in the browser's chrome context, outside of pages. */
    const inBrowser = async (script: string, ...args: unknown[]) => {
      await marionette.send('Marionette:SetContext', { value: 'chrome' });
      try {
        return await command('ExecuteScript', { script, args });
      } finally {
        await marionette.send('Marionette:SetContext', { value: 'content' });
      }
    };
    return {
      version: `Firefox ${capabilities.browserVersion}`,
      command,
      // The browser console also contains policy violations, which pages do not see.
      async console(origin) {
        const messages = await inBrowser(`
          const all = Services.console.getMessageArray();
          Services.console.reset();
          return all.filter((one) => one instanceof Ci.nsIScriptError).map(String);`);
        // Safe: the script above returns strings.
        return (messages as string[]).filter((message) => message.includes(origin));
      },
      async setOffline(offline) {
        await inBrowser('gBrowser.selectedBrowser.browsingContext.forceOffline = arguments[0]', offline);
      },
      async setWidth(width) {
        // Windows have a minimum width of 500 pixels.
        await inBrowser(
          `const { style } = gBrowser.selectedBrowser; style.minWidth = style.maxWidth = arguments[0] + 'px';`,
          width,
        );
      },
      async end() {
        marionette.close();
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}
