import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect } from 'vitest';
import type { DrivenBrowser } from './driven-browser.ts';

/** Testing Library's build for browsers, which finds elements by role and name. */
const finder = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@testing-library/dom/package.json')),
  'dist/@testing-library/dom.umd.min.js',
);

/** Key of element ids in answers, defined by the standard. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/** A name, or a pattern for part of it. */
type Name = string | RegExp;

/** User actions in a driven browser; each waits for its element. */
export interface Tab {
  open(address: string): Promise<void>;
  /** Waits until an element is visible. */
  see(role: string, name: Name): Promise<void>;
  seeText(text: Name): Promise<void>;
  press(role: string, name: Name): Promise<void>;
  fill(label: Name, text: string): Promise<void>;
  back(): Promise<void>;
  forward(): Promise<void>;
  path(): Promise<string>;
  run<T>(script: string, ...args: unknown[]): Promise<T>;
  picture(): Promise<Buffer>;
}

/** Implements the actions with WebDriver commands. */
export async function createTab({ command }: DrivenBrowser, origin: string): Promise<Tab> {
  // Firefox gives every script its own globals, including RegExp, but shares the window.
  const library = `const exports = {}, module = {}; ${await readFile(finder, 'utf8')}
    window.findShown = (query, text, isPattern, role) => {
      const name = isPattern ? new RegExp(text) : text;
      const found = exports[query](document.body, ...(role ? [role, { name }] : [name]));
      return found.find((one) => one.checkVisibility({ visibilityProperty: true })) ?? null;
    };`;
  const run: Tab['run'] = async (script, ...args) =>
    // The caller knows the script's result type.
    (await command('ExecuteScript', { script, args })) as never;

  /** Runs a query in the page, injecting the library if needed; during a navigation it returns the error. */
  async function ask(...args: readonly unknown[]): Promise<unknown> {
    try {
      if (await run<boolean>('return !window.findShown')) await run(library);
      return await run('return window.findShown(...arguments)', ...args);
    } catch (error) {
      return String(error);
    }
  }

  /** @returns the id of an element, once it is visible */
  async function find(query: string, name: Name, role?: string): Promise<string> {
    const [text, isPattern] = name instanceof RegExp ? [name.source, true] : [name, false];
    let id = '';
    await expect
      .poll(
        async () => {
          const element = await ask(query, text, isPattern, role);
          if (element !== null && typeof element === 'object' && elementKey in element)
            id = String(element[elementKey]);
          const where = await run<string>('return location.href').catch(String);
          return id === '' ? `no ${role ?? query} ${name} at ${where}: ${String(element)}` : 'there';
        },
        { timeout: 20_000 },
      )
      .toBe('there');
    return id;
  }
  const byRole = (role: string, name: Name) => find('queryAllByRole', name, role);

  return {
    run,
    async open(address) {
      await command('Navigate', { url: origin + address });
    },
    async see(role, name) {
      await byRole(role, name);
    },
    async seeText(text) {
      await find('queryAllByText', text);
    },
    async press(role, name) {
      await command('ElementClick', { id: await byRole(role, name) });
    },
    async fill(label, text) {
      const id = await find('queryAllByLabelText', label);
      await command('ElementClear', { id });
      await command('ElementSendKeys', { id, text });
    },
    async back() {
      await command('Back');
    },
    async forward() {
      await command('Forward');
    },
    path: () => run('return location.pathname + location.search'),
    async picture() {
      return Buffer.from(String(await command('TakeScreenshot', { full: false })), 'base64');
    },
  };
}
