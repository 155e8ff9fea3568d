import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPerson, type Person } from '../support/browser.ts';
import { type DemoSite, openDemoSite } from '../support/demo-site.ts';
import { look } from '../support/screenshots.ts';
import { signIn, signUp, toastText } from '../support/steps.ts';

// An owner's invitation link brings a stranger who signs up, joins, becomes an admin, and is banned.
let site: DemoSite;
let owner: Person;
let stranger: Person;

beforeAll(async () => {
  site = await openDemoSite();
  owner = await newPerson(site.browser, site.origin, { reducedMotion: 'reduce' });
  stranger = await newPerson(site.browser, site.origin, { reducedMotion: 'reduce' });
  await signIn(owner);
});

afterAll(() => site?.close());

const name = 'Lantern Kayakers';
let link = '';

it('is made by the owner of an invite circle', async () => {
  const { page } = owner;
  await page.goto('/groups');
  await page.getByRole('button', { name: 'Create Circle' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Circle Name').fill(name);
  await dialog.getByRole('radio', { name: /^Invite Only/ }).check();
  await dialog.getByRole('button', { name: 'Create Circle' }).click();
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await dialog.getByLabel('For how many').selectOption({ label: '1 person' });
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  link = await dialog.getByLabel('Your link').inputValue();
  expect(await look(page, 'circle-invite')).toEqual([]);
  owner.assertNoProblems();
});

it('outlives signing up, and joins by a button', async () => {
  const { page } = stranger;
  await page.goto(link);
  const card = page.getByRole('region', { name });
  await card.waitFor();
  expect(new URL(page.url()).search).toBe('');
  expect(await look(page, 'circle-invited')).toEqual([]);
  await card.getByRole('link', { name: 'Sign In to Join' }).click();
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await signUp(
    page,
    {
      username: 'nadia.k',
      email: 'nadia@frens.example',
      password: 'seven warm stones',
      name: 'Nadia Karim',
    },
    '**/groups',
  );
  // Back to the page that asked to sign in.
  await card.getByRole('button', { name: 'Join' }).click();
  await toastText(page, 'Joined Circle!');
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.getByRole('list', { name: 'Members' }).getByText('Nadia Karim').waitFor();
  stranger.assertNoProblems();
});

it('makes an admin, who invites, and whom its owner bans and lets in again', async () => {
  const [circle, theirs] = [owner.page, stranger.page];
  const address = theirs.url();
  await circle.reload();
  const more = () => circle.getByRole('button', { name: 'More about Nadia Karim' }).click();
  await more();
  await circle.getByRole('dialog').getByRole('button', { name: 'Make admin' }).click();
  await toastText(circle, 'Nadia Karim is an admin now');

  await theirs.goto(address);
  await theirs.getByRole('button', { name: 'Invite', exact: true }).click();
  await theirs.getByRole('dialog').getByRole('button', { name: 'Make a link' }).click();
  expect(await theirs.getByRole('dialog').getByLabel('Your link').inputValue()).toContain('/groups?invite=');

  await more();
  await circle.getByRole('dialog').getByRole('button', { name: 'Ban' }).click();
  await circle.getByRole('alertdialog').getByRole('button', { name: 'Ban' }).click();
  await toastText(circle, 'Nadia Karim is banned');
  await theirs.goto(address);
  await theirs.getByText('You can’t join this circle. There are many others.').waitFor();
  expect(await theirs.getByRole('button', { name: 'Invite', exact: true }).count()).toBe(0);

  await circle.getByRole('button', { name: 'Lift ban on Nadia Karim' }).click();
  await toastText(circle, 'Nadia Karim can come in again');
  await theirs.goto(address);
  await theirs.getByRole('button', { name: 'Ask to be invited' }).waitFor();
  owner.assertNoProblems();
  stranger.assertNoProblems();
});
