import { type ScreenStoryOptions, type StoryActs, screenStory } from '@frens/platform/stories';
import { remote } from '../../remote.tsx';

export default { title: 'Screens/Vibe quiz' };

/** Answers every lab with its first option. Kept answers of another story would be in the way. */
async function answerAll({ press, appear }: StoryActs): Promise<void> {
  for (let lab = 1; lab <= 11; lab += 1) {
    await appear(`progress[value="${lab - 1}"]`);
    await press('fieldset button');
  }
}

/** The quiz to its end, after which this browser keeps nothing of it. */
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
/** The second lab once more, with its answer and the one after it. */
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
