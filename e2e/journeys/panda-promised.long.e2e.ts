import { labIds, optionsOf } from '@frens/contract/panda-scoring';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { newPerson, type Person } from '../support/browser.ts';
import { type DemoSite, openDemoSite } from '../support/demo-site.ts';
import { answerLabs, answersOn, ownPanda, pixelsOf, promisedPanda, takeQuiz } from '../support/quiz.ts';
import { demoMember, logIn, signUp } from '../support/steps.ts';

// The Panda of a visitor's quiz result is the Panda that they get, however they take the quiz (D42).
let site: DemoSite;
let person: Person;

beforeAll(async () => {
  site = await openDemoSite();
});
afterEach(async () => {
  person.assertNoProblems();
  await person.context.close();
});
afterAll(() => site?.close());

async function visitor(): Promise<Page> {
  person = await newPerson(site.browser, site.origin);
  // Spec section 8: a signed-out submission answers 401 and counts as done.
  person.expectProblem(/\/api\/vibe-quiz .*status of 401/);
  return person.page;
}

/** The drawn shape of the five traits. */
function radarOf(page: Page): Promise<string | null> {
  return page
    .getByRole('img', { name: /five traits/ })
    .locator('polygon')
    .last()
    .getAttribute('points');
}

it('who joins after the quiz gets the Panda that was promised, pixel by pixel', async () => {
  const page = await visitor();
  const promised = await pixelsOf(await takeQuiz(page));
  const radar = await radarOf(page);
  await page.reload();
  expect(await pixelsOf(page.getByRole('img', { name: /^Your Panda, led by / }))).toBe(promised);

  await page.getByRole('link', { name: 'Join Frens' }).click();
  await signUp(page, {
    username: 'ines.grove',
    email: 'ines@frens.example',
    password: 'seven-warm-stones',
    name: 'Ines Grove',
  });
  await page
    .getByRole('region', { name: 'BAMBOO to get started' })
    .getByRole('listitem')
    .filter({ hasText: '25.00' })
    .waitFor();
  const given = await pixelsOf(await ownPanda(page));
  expect(given.length).toBeGreaterThan(10_000);
  expect(given).toBe(promised);
  await page.getByRole('tab', { name: 'Analytics' }).click();
  expect(await radarOf(page)).toBe(radar);
});

it('who goes back and answers otherwise, also across a reload, gets the Panda of the answers chosen last', async () => {
  const page = await visitor();
  await page.goto('/vibe-quiz');
  // Answers to be changed later.
  for (let lab = 1; lab <= 4; lab += 1) {
    await page.getByText(`Lab ${lab} of 11`).waitFor();
    await answersOn(page)
      .nth((lab * 3 + 1) % 4)
      .click();
  }
  await page.getByText('Lab 5 of 11').waitFor();
  await page.getByRole('button', { name: 'Previous lab' }).click();
  await page.getByText('Lab 4 of 11').waitFor();
  const heading = page.getByRole('heading', { level: 2, name: 'Inner Compass' });
  expect(await heading.evaluate((element) => element === document.activeElement)).toBe(true);
  const chosen = answersOn(page).and(page.locator('[aria-pressed=true]'));
  expect(await chosen.innerText()).toContain('Whatever feels kind and true');
  for (const _ of [3, 2, 1]) await page.keyboard.press('Backspace');
  await page.getByText('Lab 1 of 11').waitFor();
  expect(await page.getByRole('button', { name: 'Previous lab' }).count()).toBe(0);
  await answerLabs(page, 1, 2);

  await page.getByText('Lab 3 of 11').waitFor();
  await page.reload();
  await page.getByText('Lab 3 of 11').waitFor();
  await page.getByText('36% Complete').waitFor();
  expect(await chosen.count()).toBe(1);
  // The browser's buttons do the same, also after a reload.
  await page.goBack();
  await page.getByText('Lab 2 of 11').waitFor();
  await page.goForward();
  await page.getByText('Lab 3 of 11').waitFor();
  await answerLabs(page, 3, 4);
  // Going back once more shows the changed answer, and going forward keeps it.
  await page.keyboard.press('Backspace');
  await page.getByText('Lab 4 of 11').waitFor();
  expect(await chosen.innerText()).toBe(await answersOn(page).nth(0).innerText());
  await page.getByRole('button', { name: 'Next lab' }).click();

  await answerLabs(page, 5, 10);
  const submitted = page.waitForRequest('**/api/vibe-quiz');
  await answerLabs(page, 11, 11);
  const { responses } = (await submitted).postDataJSON();
  expect(responses.map(({ lab, response }: { lab: number; response: string }) => [lab, response])).toEqual(
    labIds.map((lab) => [lab, optionsOf(lab)[(lab * 3) % 4]]),
  );

  const promised = await pixelsOf(await promisedPanda(page));
  await page.getByRole('link', { name: 'Join Frens' }).click();
  await signUp(page, {
    username: 'noor.grove',
    email: 'noor@frens.example',
    password: 'seven-warm-stones',
    name: 'Noor Grove',
  });
  await page.getByRole('region', { name: 'BAMBOO to get started' }).waitFor();
  expect(await pixelsOf(await ownPanda(page))).toBe(promised);
});

it('who has a Panda keeps it, and sees after sign-in how it has changed', async () => {
  const page = await visitor();
  await takeQuiz(page);
  await logIn(page, demoMember);
  await page.getByRole('link', { name: 'See how it changed' }).click();
  await page.waitForURL('**/vibe-quiz');
  const changes = page.getByRole('region', { name: 'How your Panda has changed' });
  await changes.getByRole('listitem').first().waitFor();
  const shown = await pixelsOf(page.getByRole('img', { name: /^Your Panda, led by / }));
  expect(await pixelsOf(await ownPanda(page))).toBe(shown);
});

it('goes back and leaves as often as it is asked to, however fast: a browser takes its time for a step', async () => {
  const page = await visitor();
  const pressTwice = async (first: Locator, second: Locator) => {
    const next = await second.elementHandle();
    // Synchronously, before the browser has made the first step.
    await first.evaluate((button, other) => {
      for (const pressed of [button, other]) (pressed as HTMLElement).click();
    }, next);
  };
  await page.goto('/groups');
  await page.goto('/vibe-quiz');
  const back = page.getByRole('button', { name: 'Previous lab' });
  await answerLabs(page, 1, 1);
  await page.getByText('Lab 2 of 11').waitFor();
  await pressTwice(back, back);
  // The previous lab is open; answering it again leads on.
  await answerLabs(page, 1, 10);
  await page.getByText('Lab 11 of 11').waitFor();
  await pressTwice(back, answersOn(page).first());
  await promisedPanda(page);
  expect(new URL(page.url()).pathname).toBe('/vibe-quiz');
  await page.goBack();
  await page.waitForURL('**/groups');
});
