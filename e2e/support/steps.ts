import type { Locator, Page } from 'playwright-core';
import type { Person } from './browser.ts';

type Account = Record<'username' | 'email' | 'password' | 'name', string>;

/** The account in the demo data. */
export const demoMember = { username: 'demo', password: 'bamboo-grove' };

/** Signs in through the API, which saves two page loads in tests of other subjects. */
export async function signIn(person: Person, { username, password } = demoMember): Promise<void> {
  await send(person, '/api/login', { username, password });
}

/** Creates an account through the API, with the choices of `signUp`, and signs in. */
export async function join(person: Person, details: Account): Promise<void> {
  await send(person, '/api/register', { ...details, age: 18, gender: 'female', lookingFor: 'everyone' });
}

async function send({ context, origin }: Person, path: string, data: object): Promise<void> {
  const answer = await context.request.post(path, { data, headers: { Origin: origin } });
  if (!answer.ok()) throw new Error(`${path} answers ${answer.status()}: ${await answer.text()}`);
}

/** Logs in on the login page and waits for the dashboard. */
export async function logIn(page: Page, { username, password }: typeof demoMember): Promise<void> {
  await page.goto('/auth');
  const form = page.getByRole('form', { name: 'Login' });
  await form.getByLabel('Username or email').fill(username);
  await form.locator('input[type=password]').fill(password);
  await form.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/dashboard');
}

/** Sets the language of later pages, as the language switch does. */
export async function chooseLanguage({ page, context, origin }: Person, language: string): Promise<void> {
  await context.addCookies([{ name: 'language', value: language, url: origin }]);
  await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
}

/** Waits until the frame is hydrated, which follows the prerendered page. */
export async function frameThere(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('#root header') ?? {}).some((key) => key.startsWith('__reactProps')),
  );
}

/** A link of the top bar. */
export function mainLink(page: Page, name: string): Locator {
  return page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
}

/** Text of the visible toasts, once one with this title is there. */
export async function toastText(page: Page, title: string): Promise<string> {
  const toast = page.getByRole('region', { name: 'Messages' }).getByText(title);
  await toast.waitFor();
  return page.getByRole('region', { name: 'Messages' }).innerText();
}

/** Fills the visible sign-up form and waits for the dashboard, or the return path. */
export async function signUp(
  page: Page,
  { username, email, password, name }: Account,
  arrivesAt = '**/dashboard',
): Promise<void> {
  const form = page.getByRole('form', { name: 'Sign Up' });
  await form.getByLabel('Username').fill(username);
  await form.getByLabel('Email').fill(email);
  await form.locator('input[name=password]').fill(password);
  await form.locator('input[name=confirmPassword]').fill(password);
  await form.getByRole('button', { name: 'Continue' }).click();
  await form.getByLabel('Full Name').fill(name);
  await form.getByLabel('Gender').selectOption({ label: 'Woman' });
  await form.getByLabel('Looking for').selectOption({ label: 'Everyone' });
  await form.getByRole('button', { name: 'Create Account' }).click();
  await page.waitForURL(arrivesAt);
}

/**
 * Waits until a page is complete: it has its heading, and no skeletons are left. Scrolls, because parts further down load when they
 * come near the viewport.
 */
export async function untilWhole(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor();
  await page.waitForFunction(() => {
    const outline = document.querySelector('main span[aria-hidden=true][data-shape]');
    outline?.scrollIntoView({ behavior: 'instant' });
    return !outline;
  });
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
}
