import { type ScreenStoryOptions, type StoryActs, screenStory } from '@frens/platform/stories';
import { remote } from '../../remote.tsx';

export default { title: 'Screens/Vibe quiz' };

/** Answers every lab with its first option. Stored answers of another story would interfere. */
async function answerAll({ press, appear }: StoryActs): Promise<void> {
  for (let lab = 1; lab <= 11; lab += 1) {
    await appear(`progress[value="${lab - 1}"]`);
    await press('fieldset button');
  }
}

/** The finished quiz; clears its local storage afterwards. */
const finished = (says: string, options: Omit<ScreenStoryOptions, 'path' | 'act'> = {}) =>
  screenStory(remote, {
    path: '/vibe-quiz',
    ...options,
    async act(page) {
      await answerAll(page);
      await page.says(says);
      for (const name of ['quiz:progress', 'quiz:pending']) localStorage.removeItem(name);
    },
  });

export const Ready = screenStory(remote, { path: '/vibe-quiz' });
export const Greeted = screenStory(remote, { path: '/vibe-quiz', signedIn: false, vibe: 'explorer' });
/** Back at the second lab, with its answer and the next one. */
export const WentBack = screenStory(remote, {
  path: '/vibe-quiz',
  async act({ press, appear }) {
    for (const lab of [1, 2, 3]) {
      await appear(`progress[value="${lab - 1}"]`);
      await press('fieldset button');
    }
    await appear('progress[value="3"]');
    await press('[aria-keyshortcuts=Backspace]');
    await press('[aria-keyshortcuts=Backspace]');
    await appear('[aria-pressed=true]');
  },
});
export const Finished = finished('mf-quiz:end.meanings');
export const FinishedByVisitor = finished('mf-quiz:end.again', { signedIn: false });
export const Unsent = finished('mf-quiz:unsent.title', { scenario: 'refusing' });
